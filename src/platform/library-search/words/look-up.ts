import type { LookedUp } from '#library/search/server/passage-search.ts';
import { functionWords } from '#text/domain/function-words.ts';
import { germanStemOf, germanTermOf, isGermanTerm, type QueryTerm } from '#text/domain/terms.ts';

import type { Index } from './search-words.ts';

/** Minimum length of a part, in letters. */
const MIN_PART = 3;
const MIN_COMPOUND = 6;
/** Only this many of the longest words of a query are split. */
const MAX_WORDS = 8;
/** Weight of a part, and of a longer word, relative to the word itself. */
const PART_WEIGHT = 0.5;
/** Maximum number of longer words that contain an unknown one. */
const MAX_LONGER = 20;

/**
 * Looks up the words of a query. If a compound can be split in several ways, the split with the rarest parts is used.
 */
export async function lookUp({ db, postings }: Index, person: string, query: readonly QueryTerm[]): Promise<LookedUp> {
  const nothing = { terms: query, onlyGerman: 0, others: 0 };
  const owner = await db.selectFrom('word_people').select('number').where('person_id', '=', person).executeTakeFirst();
  if (!owner || query.length === 0) return nothing;
  const compounds = compoundsIn(query);
  const splits = compounds.flatMap((word) => splitsOf(word).map((parts) => ({ word, parts })));
  const asked = [
    ...query.flatMap(({ terms }) => terms),
    ...splits.flatMap(({ parts }) => parts.map((part) => germanTermOf(part))),
  ];
  const counts = await postings.count(db, owner.number, [...new Set(asked)]);
  const isHeld = (term: string) => (counts.get(term) ?? 0) > 0;
  const partsOf = (word: string): readonly string[] =>
    splits
      .filter((split) => split.word === word)
      .map(({ parts }) => parts.map((part) => germanTermOf(part)))
      .filter((parts) => parts.every(isHeld))
      .toSorted((one, other) => sumOf(one, counts) - sumOf(other, counts))[0] ?? [];

  const words = query.map(({ terms, prefix }) => {
    const held = terms.filter(isHeld);
    const stem = germanStemOf(terms) ?? '';
    const isForeign = held.some((term) => !isGermanTerm(term));
    const isCompound = compounds.includes(stem);
    return { stem, held, isForeign, isCompound, prefix, ofCompound: isCompound ? partsOf(stem) : [] };
  });
  const isWhole = ({ held, ofCompound, prefix }: (typeof words)[number]) =>
    held.length > 0 || ofCompound.length > 0 || prefix !== null;
  const longer = await longerThan(
    words.filter(({ isForeign, isCompound }) => isCompound && !isForeign).map(({ stem }) => stem),
  );
  const parts: string[] = [];
  let onlyGerman = 0;
  let others = 0;
  for (const word of words) {
    const having = longer.filter((term) => (isWhole(word) ? isHeadOf(word.stem, term) : term.includes(word.stem)));
    const compoundsOf = word.isForeign || !word.isCompound ? [] : having.slice(0, MAX_LONGER);
    parts.push(...word.ofCompound, ...compoundsOf);
    if (word.isForeign) others += 1;
    else if (word.held.length + word.ofCompound.length + compoundsOf.length > 0) onlyGerman += 1;
  }
  return {
    terms: [
      ...query,
      ...[...new Set(parts)].map((term): QueryTerm => ({
        terms: [term],
        weight: PART_WEIGHT,
        prefix: null,
        isPart: true,
      })),
    ],
    onlyGerman,
    others,
  };

  async function longerThan(stems: readonly string[]): Promise<readonly string[]> {
    if (stems.length === 0) return [];
    const rows = await db
      .selectFrom('word_forms')
      .select('term')
      .distinct()
      .where('person', '=', owner?.number ?? 0)
      .where((eb) => eb.or(stems.map((stem) => eb('term', 'like', `%${stem}%`))))
      .limit(MAX_LONGER * MAX_WORDS)
      .execute();
    return rows.map(({ term }) => term);
  }
}

/** Prefixes of verbs, which do not make compounds: `schreiben` is in `beschreiben`. */
const VERB_PREFIX =
  /^(?:be|ver|ent|er|ge|zer|miss|ab|an|auf|aus|bei|ein|fest|her|hin|mit|nach|um|unter|uber|vor|weg|wider|wieder|zu|zuruck|zusammen|durch)$/u;

/** Reports whether a term is a compound that ends in this word: `nebenkostenabrechnung` in `abrechnung`. */
function isHeadOf(stem: string, term: string): boolean {
  const word = germanStemOf([term]) ?? term;
  if (!word.endsWith(stem)) return false;
  const before = word.slice(0, -stem.length);
  return before.length >= MIN_PART && !VERB_PREFIX.test(before) && !functionWords.has(before);
}

function sumOf(terms: readonly string[], counts: ReadonlyMap<string, number>): number {
  return terms.reduce((sum, term) => sum + (counts.get(term) ?? 0), 0);
}

/** The stems of words that can be compounds, longest first. */
function compoundsIn(query: readonly QueryTerm[]): readonly string[] {
  return query
    .flatMap(({ terms }) => germanStemOf(terms) ?? [])
    .filter((stem) => stem.length >= MIN_COMPOUND)
    .toSorted((one, other) => other.length - one.length)
    .slice(0, MAX_WORDS);
}

function splitsOf(word: string): readonly (readonly string[])[] {
  return Array.from({ length: word.length - 2 * MIN_PART + 1 }, (_, at) => MIN_PART + at)
    .map((at) => [word.slice(0, at), word.slice(at)])
    .filter((parts) => !parts.some((part) => functionWords.has(part)));
}
