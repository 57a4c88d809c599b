import type { Database } from '#database/server/database.ts';
import type { EmbeddingModel } from '#embedding/server/embedder.ts';

import type { LibraryTables } from '../../storage/server/tables.ts';
import { LEFT } from './find-passages.ts';

type Store = Database<LibraryTables>;

/** Few enough that other writers do not wait long. */
const ROWS_AT_ONCE = 500;

interface Vectors {
  readonly person: string;
  readonly model: EmbeddingModel;
  /** By the hash of the text. */
  readonly vectors: ReadonlyMap<string, Float32Array>;
}

/** Stores vectors. Existing ones remain as they are, so storing twice changes nothing. */
export async function storeVectors(database: Store, { person, model, vectors }: Vectors): Promise<void> {
  if (vectors.size === 0) return;
  const rows = [...vectors].map(([hash, vector]) => ({
    person_id: person,
    model: model.key,
    hash,
    dimension: model.dimension,
    vector: bytesOf(vector),
  }));
  await database.write(async (trx) => {
    await trx
      .insertInto('passage_vectors')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['person_id', 'model', 'hash']).doNothing())
      .execute();
  });
}

/** A copy in the processor's byte order, which is little-endian. */
function bytesOf(vector: Float32Array): Uint8Array {
  return new Uint8Array(Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength));
}

interface Removal {
  readonly person: string;
  readonly model: string;
  readonly signal: AbortSignal;
}

/** Marks the vectors of models as kept for their return. */
export async function markAsLeft(
  database: Store,
  { person, models }: { readonly person: string; readonly models: readonly string[] },
): Promise<void> {
  await database.write(async (trx) => {
    for (const model of models) {
      const any = await trx
        .selectFrom('passage_vectors')
        .select('dimension')
        .where('person_id', '=', person)
        .where('model', '=', model)
        .limit(1)
        .executeTakeFirst();
      const mark = { person_id: person, model, hash: LEFT, vector: new Uint8Array(0) };
      if (any)
        await trx
          .insertInto('passage_vectors')
          .values({ ...mark, dimension: any.dimension })
          .onConflict((conflict) => conflict.columns(['person_id', 'model', 'hash']).doNothing())
          .execute();
    }
  });
}

/** Makes the vectors of a model that is chosen again usable for search. */
export async function unmarkAsLeft(
  database: Store,
  { person, model }: { readonly person: string; readonly model: string },
): Promise<void> {
  await deleteVectors(database, { person, model, hashes: [LEFT] });
}

/** Deletes all vectors of a model, a few at a time. */
export async function deleteModel(database: Store, { person, model, signal }: Removal): Promise<void> {
  for (let deleted = ROWS_AT_ONCE; deleted === ROWS_AT_ONCE;) {
    signal.throwIfAborted();
    const hashes = await hashesAfter(database, { person, model, after: LEFT });
    deleted = hashes.length;
    await deleteVectors(database, { person, model, hashes });
  }
  await deleteVectors(database, { person, model, hashes: [LEFT] });
}

/** Deletes the vectors of texts that no passage has any more. Returns whether there were any. */
export async function deleteUnused(database: Store, { person, model, signal }: Removal): Promise<boolean> {
  let wereAny = false;
  for (let after: string | undefined = LEFT; after !== undefined;) {
    signal.throwIfAborted();
    const hashes = await hashesAfter(database, { person, model, after });
    after = hashes.length === ROWS_AT_ONCE ? hashes.at(-1) : undefined;
    if (hashes.length === 0) break;
    const used = await database.read
      .selectFrom('passages')
      .select('hash')
      .where('person_id', '=', person)
      .where('hash', 'in', hashes)
      .execute();
    const isUsed = new Set(used.map(({ hash }) => hash));
    const unused = hashes.filter((hash) => !isUsed.has(hash));
    wereAny ||= unused.length > 0;
    await deleteVectors(database, { person, model, hashes: unused });
  }
  return wereAny;
}

async function hashesAfter(
  { read }: Store,
  { person, model, after }: { readonly person: string; readonly model: string; readonly after: string },
): Promise<readonly string[]> {
  const rows = await read
    .selectFrom('passage_vectors')
    .select('hash')
    .where('person_id', '=', person)
    .where('model', '=', model)
    .where('hash', '>', after)
    .orderBy('hash')
    .limit(ROWS_AT_ONCE)
    .execute();
  return rows.map(({ hash }) => hash);
}

async function deleteVectors(
  database: Store,
  { person, model, hashes }: { readonly person: string; readonly model: string; readonly hashes: readonly string[] },
): Promise<void> {
  if (hashes.length === 0) return;
  await database.write(async (trx) => {
    await trx
      .deleteFrom('passage_vectors')
      .where('person_id', '=', person)
      .where('model', '=', model)
      .where('hash', 'in', hashes)
      .execute();
  });
}
