import { z } from 'zod';

import type { PersonData } from '#person-data/server/person-data.ts';
import { json } from '#person-data/server/stored-values.ts';

export const languageModelData: PersonData = {
  tables: {
    role_choices: { key: ['role'], values: { choice: json(z.unknown()) } },
    spending_limits: { key: ['person_id'] },
    model_usage: { key: ['id'], values: { day: z.iso.date() } },
  },
  leftOut: { provider_keys: 'keys of model providers are secret, and an address may be, also in what could be undone' },
};
