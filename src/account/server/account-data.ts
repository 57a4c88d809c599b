import { randomBytes } from 'node:crypto';

import type { Kysely } from 'kysely';
import { z } from 'zod';

import { jsonArray } from '#person-data/domain/json-line.ts';
import type { PersonData, PersonTable } from '#person-data/server/person-data.ts';
import { rowsOf } from '#person-data/server/rows.ts';
import { json } from '#person-data/server/stored-values.ts';

import { preferencesAnswer } from '../protocol.ts';
import { readPreferences } from './preferences.ts';
import { hashOf } from './secret.ts';
import type { AccountTables } from './tables.ts';

const { shape: preferences } = preferencesAnswer;
const voiceRules: PersonTable = { key: ['voice'], values: { rules: json(z.array(z.string())) } };

export const accountData: PersonData = {
  tables: {
    // Nobody has the token of an imported person: the first start replaces it.
    people: {
      key: ['id'],
      owner: 'id',
      leftOut: { token_hash: () => hashOf(randomBytes(32).toString('hex')) },
      names: ['name'],
    },
    preferences: {
      key: ['person_id'],
      values: {
        time_zone: preferences.timeZone,
        day_starts_at: preferences.dayStartsAt,
        desired_retention: preferences.desiredRetention,
        rabbithole_cooldown: preferences.rabbitholeCooldown,
        weekly_aim: preferences.weeklyAim,
        weekly_aim_of: preferences.weeklyAimOf,
      },
    },
    voice_rules: voiceRules,
  },
  leftOut: {
    sign_ins: 'browsers that were signed in',
    capture_tokens: 'tokens that programs present',
    person_owners: 'which server serves the person',
  },
  async writeFiles(files, { read, person }) {
    const preferences = await readPreferences(read as unknown as Kysely<AccountTables>, person);
    await files.write('account/preferences.json', [`${JSON.stringify(preferences, null, 2)}\n`]);
    const rows = rowsOf(read, { name: 'voice_rules', table: voiceRules, person });
    await files.write(
      'account/voices.json',
      jsonArray(
        (async function* voices() {
          for await (const { voice, rules } of rows) yield { voice, rules: JSON.parse(String(rules)) as unknown };
        })(),
      ),
    );
  },
};
