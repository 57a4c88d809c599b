import { setImmediate } from 'node:timers/promises';

import type { Kysely } from 'kysely';

import type { Embedder, Embedders } from '#embedding/server/embedder.ts';

import type { LibraryTables } from '../../storage/server/tables.ts';
import {
  bytesOfLeft,
  countIndexed,
  coverageByModel,
  type IndexCounts,
  listMissing,
  type MissingPassage,
  vectorsByModel,
} from './find-passages.ts';

/** Existing and missing vectors, as read from the store at one time. */
export interface Look extends IndexCounts {
  readonly embedder: Embedder;
  /** Embedder of the model whose vectors search uses; null before there are any. */
  readonly serving: Embedder | null;
  /** Passages to embed; the list is limited. */
  readonly missing: readonly MissingPassage[];
  /** Keys of the models that serve until the current one is complete. */
  readonly earlier: readonly string[];
  /** Keys of models whose vectors are kept for their return. */
  readonly left: readonly string[];
  /** Size of the vectors of `left`. */
  readonly leftBytes: number;
  /** The vectors of the current model are marked as left. */
  readonly isBack: boolean;
  readonly isComplete: boolean;
}

/** Enough work for minutes, and small enough to hold in memory. */
const MAX_LISTED = 5_000;

interface Looking {
  readonly person: string;
  readonly embedder: Embedder;
  readonly embedders: Pick<Embedders, 'ofModel'>;
  /** Hashes of texts that the model cannot embed. */
  readonly setAside: ReadonlySet<string>;
}

export async function look(
  read: Kysely<LibraryTables>,
  { person, embedder, embedders, setAside }: Looking,
): Promise<Look> {
  const { model } = embedder;
  const counts = await countIndexed(read, { person, model });
  const isAll = counts.done === counts.total;
  // Each of the two queries reads the whole library.
  await setImmediate();
  const listed = isAll ? [] : await listMissing(read, { person, model }, MAX_LISTED + setAside.size);
  const missing = listed.filter(({ hash }) => !setAside.has(hash));
  const models = await vectorsByModel(read, person);
  const current = models.find((each) => each.model === model.key);
  const others = models.filter((each) => each !== current);
  const earlier = others.filter(({ isLeft }) => !isLeft).map((each) => each.model);
  const left = others.filter(({ isLeft }) => isLeft);
  const isComplete = missing.length === 0;
  let serving = current && current.vectors > 0 ? embedder : null;
  if (!isComplete && earlier.length > 0) {
    const coverage = await coverageByModel(read, person);
    const passagesOf = (key: string) => coverage.get(key) ?? 0;
    for (const key of earlier.toSorted((one, other) => passagesOf(one) - passagesOf(other)))
      if (passagesOf(key) > passagesOf(model.key)) serving = (await embedders.ofModel(person, key)) ?? serving;
  }
  // A text that the model cannot embed is reported as a problem; nothing waits for it.
  const waitingSources = isComplete ? 0 : counts.waitingSources;
  return {
    ...counts,
    waitingSources,
    embedder,
    serving,
    missing,
    earlier,
    left: left.map((each) => each.model),
    leftBytes: await bytesOfLeft(read, { person, left }),
    isBack: current?.isLeft ?? false,
    isComplete,
  };
}
