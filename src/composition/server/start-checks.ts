import { setImmediate } from 'node:timers/promises';

import { type Database, tablesOf } from '#database/server/database.ts';
import type { KeySecret } from '#language-model/server/keys/key-file.ts';
import { checkStoredKeys } from '#language-model/server/keys/provider-rows.ts';
import type { LanguageModelTables } from '#language-model/server/tables.ts';
import type { LibraryTables } from '#library/storage/server/tables.ts';
import { unreadableSources } from '#library/storage/server/unreadable-sources.ts';
import { filesOfOtherSize } from '#person-data/server/check-files.ts';
import type { AnyTables } from '#person-data/server/person-data.ts';
import { damagedLog, damagedPart } from '#platform/database/check/quick-check.ts';
import type { Fold } from '#session/domain/fold.ts';
import { damageOf } from '#session/server/log/read-session.ts';
import type { SessionTables } from '#session/server/tables.ts';

import { personData } from './people.ts';

/** The time limit for checking logs, in ms. `warren check` reads the rest. */
const MAX_LOGS_MS = 500;
const MAX_SESSIONS = 200;
/** A longer log would keep the event loop busy. */
const MAX_EVENTS = 5_000;

interface Checking {
  readonly fold: Fold;
  readonly keySecret: KeySecret;
}

/**
 * The part of `warren check` that takes a fraction of a second: the latest logs, the stored files, and the keys of
 * providers.
 */
export function startChecks(database: Database<object>, { fold, keySecret }: Checking) {
  const { read } = tablesOf<SessionTables & LanguageModelTables & LibraryTables>(database);
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
      const names = await filesOfOtherSize(tablesOf<AnyTables>(database).read, personData);
      return names.map((name) => damagedPart('A stored file', `${name} is not as it was given`));
    },
    async () => {
      const sources = await unreadableSources(read);
      return sources.map((title) =>
        damagedPart('A source', `tags, notes, state or address of "${title}" cannot be read`),
      );
    },
    async () => {
      const { unreadable } = await checkStoredKeys(read, keySecret);
      return unreadable === 0
        ? []
        : [damagedPart('A key of a model provider', `it cannot be opened with ${keySecret.place}`)];
    },
  ];
}
