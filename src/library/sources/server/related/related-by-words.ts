import { setImmediate } from 'node:timers/promises';

import type { Kysely } from 'kysely';

import { inParts } from '#kernel/in-parts.ts';
import type { QueryTerm } from '#text/domain/terms.ts';

import { matchesIn } from '../../../search/domain/match.ts';
import type { WordIndex } from '../../../search/server/passage-search.ts';
import { letOthersGo } from '../../../storage/server/let-others-go.ts';
import { arePassagesOf } from '../../../storage/server/source-filter.ts';
import type { OwnedSource } from '../../../storage/server/source-text.ts';
import type { LibraryTables } from '../../../storage/server/tables.ts';
import { MAX_LENGTH_AT_ONCE } from '../../../storage/server/waiting-texts.ts';
import { type TellingTerm, tellingTerms } from '../../domain/telling-terms.ts';

export interface SharedWords {
  /** Number of the passage that contains most of them. */
  readonly passage: number;
  /** The strong ones first, then by rarity. */
  readonly shared: readonly string[];
  /** 0 to 1. */
  readonly score: number;
}

const MAX_SOURCES = 16;
const MAX_ROWS = 60;
const TERMS_AT_ONCE = 6;
/** Maximum number of passages per source that are examined. */
const MAX_PASSAGES = 200;
const PASSAGES_AT_ONCE = 20;
/** A word in more sources than these, or than this share of them, is not telling. */
const RARE_SOURCES = 3;
const RARE_SHARE = 0.05;
/** Fewer shared words can be chance, unless one of them is strong. */
const MIN_SHARED = 3;
/** The sum of weights that gives a score of one half. */
const HALF_SCORE = 8;

export async function relatedByWords(
  { read, words }: { read: Kysely<LibraryTables>; words: WordIndex },
  to: RelatedTo,
): Promise<ReadonlyMap<string, SharedWords>> {
  const { person } = to;
  const terms = tellingTerms(to);
  await letOthersGo(to.content);
  const rows = await rowsWith(words, to, terms);
  const passages = await passagesOf(read, { person, rows });
  const said: (Said & { readonly id: string })[] = [];
  for (const [id, texts] of Map.groupBy(passages, ({ sourceId }) => sourceId))
    said.push({ id, ...(await mostSaid(texts, terms)) });
  await letOthersGo(to.content);
  const weights = await weightsOf({ read, words }, to, { terms, said: said.map(({ all }) => all) });
  const related = new Map<string, SharedWords>();
  for (const { id, all, passage } of said) {
    const shared = [...all]
      .flatMap((index) => {
        const term = terms[index];
        const weight = weights.get(index);
        return term && weight !== undefined ? [{ term, weight }] : [];
      })
      .sort((one, other) => Number(other.term.isStrong) - Number(one.term.isStrong) || other.weight - one.weight);
    if (shared.length < MIN_SHARED && !shared.some(({ term }) => term.isStrong)) continue;
    const sum = shared.reduce((total, { weight }) => total + weight, 0);
    related.set(id, { passage, shared: shared.map(({ term }) => term.word), score: sum / (sum + HALF_SCORE) });
  }
  return related;
}

/**
 * The rows that contain most of the terms. For a long source a few terms are searched at a time, because its own
 * passages match them too.
 */
async function rowsWith(
  words: WordIndex,
  { person, sourceId, content }: RelatedTo,
  terms: readonly TellingTerm[],
): Promise<readonly number[]> {
  const scope = { person, filter: { excludedSources: [sourceId] }, limit: MAX_ROWS };
  const scores = new Map<number, number>();
  for (const some of inParts(terms, content.length > MAX_LENGTH_AT_ONCE ? TERMS_AT_ONCE : terms.length || 1)) {
    await letOthersGo(content);
    for (const { row, score } of await words.search(some.map(queryOf), scope))
      scores.set(row, (scores.get(row) ?? 0) + score);
  }
  const best = [...scores].sort(([, one], [, other]) => other - one).slice(0, MAX_ROWS);
  return best.map(([row]) => row);
}

function queryOf({ term }: TellingTerm): QueryTerm {
  return { terms: [term], weight: 1, prefix: null };
}

interface FoundText {
  readonly sourceId: string;
  readonly number: number;
  readonly text: string;
  readonly language: string | null;
}

/** A short source is found as a whole by its first passage, so this reads all passages of each found source. */
async function passagesOf(
  read: Kysely<LibraryTables>,
  { person, rows }: { person: string; rows: readonly number[] },
): Promise<FoundText[]> {
  if (rows.length === 0) return [];
  const found = await read
    .selectFrom('passages')
    .select(['row', 'source_id'])
    .where(arePassagesOf(person))
    .where('row', 'in', [...rows])
    .execute();
  const sourceOf = new Map(found.map(({ row, source_id: id }) => [row, id]));
  const ids = [...new Set(rows.flatMap((row) => sourceOf.get(row) ?? []))].slice(0, MAX_SOURCES);
  if (ids.length === 0) return [];
  return read
    .selectFrom('passages')
    .select(['source_id as sourceId', 'number', 'text', 'language'])
    .where('person_id', '=', person)
    .where('source_id', 'in', ids)
    .where('number', '<=', MAX_PASSAGES)
    .orderBy('number')
    .execute();
}

interface Said {
  /** Indexes of the terms that a source contains. */
  readonly all: ReadonlySet<number>;
  /** Number of the passage that contains most of them. */
  readonly passage: number;
}

/** Found sources can be long, so other work gets a turn after every few passages. */
async function mostSaid(texts: readonly FoundText[], terms: readonly TellingTerm[]): Promise<Said> {
  const query = terms.map(queryOf);
  const all = new Set<number>();
  let [passage, most] = [1, 0];
  for (const [index, { number, text, language }] of texts.entries()) {
    if (index % PASSAGES_AT_ONCE === 0) await setImmediate();
    const said = new Set(matchesIn(text, language, query).map(({ word }) => word));
    for (const word of said) all.add(word);
    if (said.size > most) [passage, most] = [number, said.size];
  }
  return { all, passage };
}

/** The weight of each term that is shared and rare, by its index: rarer terms weigh more. */
async function weightsOf(
  { read, words }: { read: Kysely<LibraryTables>; words: WordIndex },
  { person, content }: RelatedTo,
  { terms, said }: { terms: readonly TellingTerm[]; said: readonly ReadonlySet<number>[] },
): Promise<ReadonlyMap<number, number>> {
  const { sources } = await read
    .selectFrom('sources')
    .select((eb) => eb.fn.countAll().as('sources'))
    .where('person_id', '=', person)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  const total = Number(sources);
  const rare = Math.max(RARE_SOURCES, Math.floor(total * RARE_SHARE));
  const weights = new Map<number, number>();
  for (const index of new Set(said.flatMap((each) => [...each]))) {
    const term = terms[index];
    if (!term) continue;
    await letOthersGo(content);
    const found = await words.search([queryOf(term)], { person, filter: {}, limit: rare + 1 });
    if (found.length <= rare) weights.set(index, Math.log(1 + total / Math.max(1, found.length)) + 1);
  }
  return weights;
}

/** The source for which related ones are searched. */
export interface RelatedTo extends OwnedSource {
  readonly title: string;
  readonly content: string;
  readonly language: string | null;
}
