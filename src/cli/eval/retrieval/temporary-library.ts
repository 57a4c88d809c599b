import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { ensureSomeone } from '#account/server/first-person.ts';
import { tablesOf } from '#database/server/database.ts';
import type { Embedder } from '#embedding/server/embedder.ts';
import { uuidV7 } from '#kernel/id.ts';
import type { EvaluationLibrary } from '#library/retrieval-evaluation/server/evaluation-library.ts';
import type { LibraryTables } from '#library/storage/server/tables.ts';
import { peopleOf } from '#main.ts';
import { openStore } from '#platform/database/open-store.ts';
import { createExactVectors } from '#platform/library-search/vectors/exact-vectors.ts';
import { createWordSearch } from '#platform/library-search/words/create-word-search.ts';

import { tell } from '../running/figures.ts';

interface TemporaryLibrary {
  readonly library: EvaluationLibrary;
  close(): Promise<void>;
}

/** An empty library of one person in a folder that is deleted again, with the product's own parts. */
export async function openTemporaryLibrary(embedder: Embedder): Promise<TemporaryLibrary> {
  const home = await mkdtemp(path.join(tmpdir(), 'warren-retrieval-'));
  const store = await openStore({ home, databaseUrl: undefined });
  const database = tablesOf<LibraryTables>(store);
  const fail = (message: string, cause: unknown) => tell(`${message}: ${String(cause)}`);
  const log = { info: tell, warn: fail, error: fail };
  const words = createWordSearch(store, log.error);
  const vectors = createExactVectors(database);
  const people = peopleOf(store);
  await ensureSomeone(people, { home, token: undefined, userName: 'eval' });
  const { id: person } = await people.database.read.selectFrom('people').select('id').executeTakeFirstOrThrow();
  return {
    library: {
      database,
      words,
      meaning: { vectors, servingOf: () => Promise.resolve({ embedder, waitingSources: 0 }) },
      // Each query is embedded anew, so that its time counts.
      async embedQuery(by, query) {
        const [vector] = await by.embed([query], 'query', new AbortController().signal);
        return vector ?? new Float32Array(by.model.dimension);
      },
      log,
      person,
      embedder,
      writer: { newId: () => uuidV7(Date.now(), randomBytes(10)), onTextWritten: words.onTextWritten },
    },
    async close() {
      await vectors.close();
      await words.close();
      await store.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}
