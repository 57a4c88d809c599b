import type { Transaction } from 'kysely';

import type { PersonTraces } from '#database/server/person-traces.ts';

import { postingsOf } from './create-word-search.ts';
import type { WordTables } from './tables.ts';

/**
 * Removes the index of a person's words. Its key is a short number that a later person may get, so nothing may remain
 * under it.
 */
export function wordTraces(engine: 'sqlite' | 'postgres'): PersonTraces {
  return {
    async forget(given, person) {
      const trx = given as unknown as Transaction<WordTables>;
      const known = await trx
        .selectFrom('word_people')
        .select('number')
        .where('person_id', '=', person)
        .executeTakeFirst();
      if (!known) return;
      const number = Number(known.number);
      await postingsOf(engine).forget(trx, number);
      await trx.deleteFrom('word_forms').where('person', '=', number).execute();
      await trx.deleteFrom('word_units').where('person', '=', number).execute();
    },
  };
}
