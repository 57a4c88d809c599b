import type { Kysely } from 'kysely';

import type { QueryTerm } from '#text/domain/terms.ts';

import type { LibraryTables } from '../../storage/server/tables.ts';
import type { FusedSource } from '../domain/fuse.ts';
import { coverageOf, matchesIn, mayMatch } from '../domain/match.ts';
import { MAX_WHOLE_LENGTH } from './word-units.ts';

/** A passage that was found, with its text. */
interface FoundPassage {
  readonly id: string;
  readonly row: number;
  readonly number: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly language: string | null;
}

export interface FoundSource extends FusedSource {
  /** Best first, at least one. */
  readonly passages: readonly FoundPassage[];
}

interface Reasons {
  readonly terms: readonly QueryTerm[];
  /** Rows that either arm named; those found by meaning with their cosine. */
  readonly rows: ReadonlyMap<number, number | null>;
  readonly threshold: number;
}

/**
 * The passages for which sources were found. A short source was found by words as a whole: the passages that say most
 * of them are chosen here.
 */
export async function readFound(
  db: Kysely<LibraryTables>,
  sources: readonly FusedSource[],
  reasons: Reasons,
): Promise<readonly FoundSource[]> {
  if (sources.length === 0) return [];
  const passages = await db
    .selectFrom('passages')
    .select(['id', 'row', 'source_id', 'number', 'start_offset as start', 'end_offset as end', 'text', 'language'])
    .where(
      'source_id',
      'in',
      sources.map(({ source }) => source),
    )
    .where((eb) =>
      eb.or([
        eb('row', 'in', [...reasons.rows.keys()]),
        eb(
          eb
            .selectFrom('passages as last')
            .select('last.end_offset')
            .whereRef('last.source_id', '=', 'passages.source_id')
            .orderBy('last.number', 'desc')
            .limit(1),
          '<=',
          MAX_WHOLE_LENGTH,
        ),
      ]),
    )
    .orderBy('number')
    .execute();
  const ofSource = Map.groupBy(passages, ({ source_id }) => source_id);
  return sources.flatMap((source) => {
    const found = bestFirst(ofSource.get(source.source) ?? [], reasons);
    return found.length > 0 ? [{ ...source, passages: found }] : [];
  });
}

function bestFirst(passages: readonly FoundPassage[], { terms, rows, threshold }: Reasons): readonly FoundPassage[] {
  const judged = passages.map((passage) => {
    const cosine = rows.get(passage.row) ?? null;
    const matches = mayMatch(passage.text, terms) ? matchesIn(passage.text, passage.language, terms) : [];
    const coverage = coverageOf(matches, terms);
    return { passage, worth: coverage + (cosine !== null && cosine >= threshold ? cosine : 0) };
  });
  const found = judged.filter(({ worth }) => worth > 0);
  // A source that was found by its title alone is shown from its beginning.
  const shown = found.length > 0 ? found : judged.slice(0, 1);
  return shown.toSorted((one, other) => other.worth - one.worth).map(({ passage }) => passage);
}
