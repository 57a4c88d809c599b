import type { Kysely } from 'kysely';

import type { QueryTerm } from '#text/domain/terms.ts';

import type { LibraryTables } from '../../storage/server/tables.ts';
import type { FusedSource } from '../domain/fuse.ts';
import { coverageOf, matchesIn, mayMatch } from '../domain/match.ts';
import { withoutAddresses } from '../domain/subject.ts';
import { MAX_WHOLE_LENGTH } from './word-units.ts';

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
  /** Rows that either arm returned; those found by meaning with their cosine. */
  readonly rows: ReadonlyMap<number, number | null>;
  readonly threshold: number;
  /**
   * The addresses in the query. A source that contains the query's words in its addresses alone is not found by them.
   * Null if every word counts.
   */
  readonly addresses: readonly string[] | null;
  /** Sources whose name occurs in the query. */
  readonly named: ReadonlySet<string>;
}

/**
 * Reads the passages for which sources were found. A short source was found by words as a whole: this chooses the
 * passages that contain most of them.
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
  const found = sources.map((source) => ({ ...source, ...bestFirst(ofSource.get(source.source) ?? [], reasons) }));
  const unsaid = found.filter(
    ({ source, isSaid, similarity }) => !isSaid && similarity === null && !reasons.named.has(source),
  );
  const named = reasons.addresses === null ? undefined : await saidByHeadings(db, unsaid, reasons);
  return found
    .filter(({ source, passages: best }) => best.length > 0 && (!named || named.has(source) || !isUnsaid(source)))
    .map(({ source, score, foundBy, similarity, passages: best }) => ({
      source,
      score,
      foundBy,
      similarity,
      passages: best,
    }));

  function isUnsaid(id: string): boolean {
    return unsaid.some(({ source }) => source === id);
  }
}

/** Those of the sources that contain a word of the query in their title, tags or aliases. */
async function saidByHeadings(
  db: Kysely<LibraryTables>,
  sources: readonly FusedSource[],
  { terms }: Reasons,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('sources')
    .select(['id', 'title', 'tags', 'aliases'])
    .where('id', 'in', ['', ...sources.map(({ source }) => source)])
    .execute();
  const said = rows.filter(({ title, tags, aliases }) =>
    [null, 'de'].some((language) => matchesIn([title, tags, aliases].join('\n'), language, terms).length > 0),
  );
  return new Set(said.map(({ id }) => id));
}

interface BestPassages {
  readonly passages: readonly FoundPassage[];
  /** Whether any of them contains a word of the query. */
  readonly isSaid: boolean;
}

function bestFirst(passages: readonly FoundPassage[], reasons: Reasons): BestPassages {
  const { terms, rows, threshold, addresses } = reasons;
  const judged = passages.map((passage) => {
    const cosine = rows.get(passage.row) ?? null;
    const text = addresses === null ? passage.text : withoutAddresses(passage.text);
    const lower = (addresses?.length ?? 0) > 0 ? passage.text.toLowerCase() : '';
    const hasAddress = addresses?.some((each) => lower.includes(each)) === true;
    const matches = mayMatch(text, terms) ? matchesIn(text, passage.language, terms) : [];
    const coverage = coverageOf(matches, terms) + (hasAddress ? 1 : 0);
    return { passage, coverage, worth: coverage + (cosine !== null && cosine >= threshold ? cosine : 0) };
  });
  const found = judged.filter(({ worth }) => worth > 0);
  // A source that was found by its title alone is shown from its beginning.
  const shown = found.length > 0 ? found : judged.slice(0, 1);
  return {
    passages: shown.toSorted((one, other) => other.worth - one.worth).map(({ passage }) => passage),
    isSaid: judged.some(({ coverage }) => coverage > 0),
  };
}
