import { setImmediate } from 'node:timers/promises';

import { sql } from 'kysely';

import { type Database, tablesOf } from '#database/server/database.ts';
import { checkStoredKeys } from '#language-model/server/keys/provider-rows.ts';
import type { LanguageModelTables } from '#language-model/server/tables.ts';
import type { LibraryTables } from '#library/storage/server/tables.ts';
import type { RecallTables } from '#modes/recall/storage/server/tables.ts';
import { damagedLog, damagedPart } from '#platform/database/check/quick-check.ts';
import type { Fold } from '#session/domain/fold.ts';
import { damageOf } from '#session/server/log/read-session.ts';
import type { SessionTables } from '#session/server/tables.ts';

/** Of the work on logs, in ms. `warren check` reads the rest. */
const MAX_LOGS_MS = 500;
const MAX_SESSIONS = 200;
/** A longer log would keep the event loop busy. */
const MAX_EVENTS = 5_000;

interface Checking {
  readonly fold: Fold;
  readonly home: string;
}

/** What `warren check` finds in a fraction of a second: in the latest logs, the kept files, and the keys of providers. */
export function startChecks(database: Database<object>, { fold, home }: Checking) {
  const { read } = tablesOf<SessionTables & LibraryTables & LanguageModelTables & Pick<RecallTables, 'point_images'>>(
    database,
  );
  return [
    async () => {
      const damaged: string[] = [];
      const start = performance.now();
      const latest = await read
        .selectFrom('sessions')
        .select(['id', 'person_id'])
        .where('head', '<=', MAX_EVENTS)
        .orderBy('updated_at', 'desc')
        .limit(MAX_SESSIONS)
        .execute();
      for (const { id: session, person_id: person } of latest) {
        if (performance.now() - start > MAX_LOGS_MS) break;
        if ((await damageOf({ db: read, fold, owned: { person, session } })) !== null)
          damaged.push(damagedLog(session));
        await setImmediate();
      }
      return damaged;
    },
    async () => {
      const cut = await read
        .selectFrom('source_files')
        .select('name')
        .where(sql<number>`length(bytes)`, '<>', sql<number>`size`)
        .limit(1)
        .execute();
      return cut.map(({ name }) => damagedPart('The library', `the file "${name}" is not as it was given`));
    },
    async () => {
      const cut = await read
        .selectFrom('point_images')
        .select('id')
        .where(sql<number>`length(bytes)`, '<>', sql<number>`size`)
        .limit(1)
        .execute();
      return cut.map(({ id }) => damagedPart('An image of a point', `the image ${id} is not as it was given`));
    },
    async () => {
      const { unreadable } = await checkStoredKeys(read, home);
      return unreadable === 0
        ? []
        : [damagedPart('A key of a model provider', 'it cannot be opened with the file of keys of this server')];
    },
  ];
}
