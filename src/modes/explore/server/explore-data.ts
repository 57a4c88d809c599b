import type { PersonData } from '#person-data/server/person-data.ts';

export const exploreData: PersonData = {
  tables: {
    explore_turns: { key: ['session_id', 'message_id'] },
    explore_citations: { key: ['session_id', 'message_id', 'source_id'] },
    explore_titles: { key: ['session_id'] },
  },
};
