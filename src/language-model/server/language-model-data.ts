import type { PersonData } from '#person-data/server/person-data.ts';

export const languageModelData: PersonData = {
  tables: {
    role_choices: { key: ['role'] },
    spending_limits: { key: ['person_id'] },
    model_usage: { key: ['id'] },
  },
  leftOut: { provider_keys: 'keys of model providers are secret, and an address may be, also in what could be undone' },
};
