import type { PersonData } from '#person-data/server/person-data.ts';

export const undoData: PersonData = { tables: { undoable_actions: { key: ['id'] } } };
