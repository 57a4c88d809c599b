import type { PersonData } from '#person-data/server/person-data.ts';

export const rabbitholeData: PersonData = { tables: { rabbithole_events: { key: ['id'] } } };
