import { contrariesIn, vocabularyOf } from '../embedded-evaluator/evidence/matching.ts';
import { foldForm } from '../embedded-evaluator/stems.ts';
import { read, type Reading } from '../embedded-evaluator/words.ts';
import { saysAllOf } from '../embedded-tutor/leak.ts';
import type { Point } from '../evaluation.ts';
import { asRead, disguisedIn } from './as-read.ts';
import type { Guard } from './guard.ts';
import { sentencesOf } from './sentences.ts';
import type { Met } from './statements.ts';

/** A statement may lack one in so many key words and still give the point away. */
const LACKS_ONE_IN = 5;
/** Where some words are put together from before, one may lack only beside so many new ones. */
const LEAST_FURTHER = 2;
/** Words of several sentences are put together for a point of at least this many new words. */
const LEAST_TO_GATHER = 3;
/** A sentence that has less of a point than this is not about it, unless that is asked for. */
const LEAST_SHARE = 0.33;
/** So many words before a sentence are read together with it. */
const WORDS_BEFORE = 60;
/** A sentence that has one in so many of a point's key words is held until it ends. */
const NEAR_FROM_ONE_IN = 3;
/** A word is looked for in letters written one by one from this length on. */
const LEAST_IN_RUN = 4;

/**
 * The open points that a sentence gives away, said after `before`. A statement gives a point away with nearly all of
 * its telling words, a question or a line with gaps only with all of them. Numbers are never left out.
 */
export function givenAwayBy(sentence: string, before: string, guard: Guard): readonly Point[] {
  const { reading, met: here } = seenIn(sentence, guard);
  const given = new Set(pointsWithoutWords(sentence, guard));
  const earlier = earlierWords(before, guard);
  const isAsking = asks(sentence);
  for (const [place, met] of here) {
    if (!bringsSomething(place, met, guard)) continue;
    const said = { met, earlier: earlier.all(place), reading, asks: isAsking };
    if (isSaid(place, said, guard) && !isEcho(place, new Set([...met, ...earlier.reply(place)]), guard))
      given.add(place);
  }
  return [...given].map((place) => pointAt(place, guard)).filter((point) => point !== undefined);
}

/** The open points that a whole reply gives away. `before`: what it goes on with. */
export function givenAwayIn(reply: string, before: string, guard: Guard): readonly Point[] {
  const given = new Set<Point>();
  let said = before;
  for (const sentence of sentencesOf(reply)) {
    for (const point of givenAwayBy(sentence, said, guard)) given.add(point);
    said += sentence;
  }
  return [...given];
}

/**
 * Whether a text as a whole says a point: nearly all of its telling words stand in it, numbers never left out. For what
 * was to be told, wherever and in how many sentences that was.
 */
export function saysPoint(text: string, place: number, guard: Guard): boolean {
  const point = pointAt(place, guard);
  if (!point) return false;
  if (saysAllOf(text, point.text)) return true;
  const met = seenIn(text.slice(0, LONGEST_TOLD), guard, new Set([place])).met.get(place) ?? NOTHING;
  const terms = termsOf(place, guard);
  const missing = [...terms.keys()].filter((term) => !met.has(term));
  const mayLack = Math.floor(terms.length / LACKS_ONE_IN);
  return met.size > 0 && missing.length <= mayLack && missing.every((term) => !terms[term]?.isNumber);
}

/** Whether a sentence so far has so much of an open point that what follows may give it away. */
export function isNear(sentence: string, before: string, guard: Guard): boolean {
  const rest = unfinishedWord(asRead(sentence));
  const here = seenIn(sentence, guard).met;
  const earlier = earlierWords(before, guard);
  for (const [place, met] of here) if (isPartly(place, { met, earlier: earlier.all(place) }, guard)) return true;
  if (mayWrite(sentence, guard)) return true;
  if (rest === '') return false;
  for (const { point, term } of guard.index.mayBecome(rest)) {
    if (
      guard.open.has(point) &&
      isPartly(point, { met: new Set([...(here.get(point) ?? []), term]), earlier: earlier.all(point) }, guard)
    )
      return true;
  }
  return false;
}

function isPartly(place: number, { met, earlier }: Pick<Saying, 'met' | 'earlier'>, guard: Guard): boolean {
  if (!bringsSomething(place, met, guard)) return false;
  // What is most likely to slip out is the answer to the question itself: one word of it is enough to wait.
  if (place === guard.probe) return true;
  const all = new Set([...met, ...earlier]);
  return all.size * NEAR_FROM_ONE_IN >= termsOf(place, guard).length;
}

/** The last word may go on in the next piece: it is looked at apart. */
function unfinishedWord(sentence: string): string {
  return foldForm(/[\p{L}\p{M}\p{N}]+$/u.exec(sentence.slice(-60))?.[0] ?? '');
}

function termsOf(place: number, guard: Guard) {
  return guard.index.terms[place] ?? [];
}

function pointAt(place: number, guard: Guard): Point | undefined {
  return guard.index.points[place];
}

interface Seen {
  readonly reading: Reading;
  readonly met: Met;
}

/** What of the open points a reader sees in a text, also in words that are written in disguise. */
function seenIn(text: string, { index, open }: Guard, places: ReadonlySet<number> = open): Seen {
  const plain = asRead(text);
  const reading = read(plain, index.lexicon);
  const met = new Map<number, Set<number>>();
  const meet = (place: number, term: number) => {
    if (!places.has(place)) return;
    const terms = met.get(place);
    if (terms) terms.add(term);
    else met.set(place, new Set([term]));
  };
  const { words, runs } = disguisedIn(plain);
  const disguised = words === '' ? [] : read(words, index.lexicon).words;
  for (const word of [...reading.words, ...disguised])
    for (const { point, term } of index.hitsOf(word)) meet(point, term);
  for (const run of runs)
    for (const place of places)
      for (const [term, { form }] of (index.terms[place] ?? []).entries())
        if (form.length >= LEAST_IN_RUN && run.includes(form)) meet(place, term);
  return { reading, met };
}

interface Earlier {
  /** What the reply has said of a point before. */
  readonly reply: (place: number) => ReadonlySet<number>;
  /** And the question before, for the point that is asked for. */
  readonly all: (place: number) => ReadonlySet<number>;
}
const NOTHING: ReadonlySet<number> = new Set();
const LONGEST_BEFORE = 1_200;
const LONGEST_TOLD = 20_000;

/** A sentence that comes word by word is compared again and again with the same words before it. */
const known = new WeakMap<Guard, { before: string; reply: Met; asked: Met }>();

/** What the words before a sentence have said of a point. */
function earlierWords(before: string, guard: Guard): Earlier {
  let met = known.get(guard);
  if (met?.before !== before) {
    const asked = met?.asked ?? (guard.asked === '' ? new Map() : seenIn(guard.asked.slice(-2_000), guard).met);
    const reply = before === '' ? new Map() : seenIn(lastWords(before), guard).met;
    known.set(guard, (met = { before, reply, asked }));
  }
  const { reply, asked } = met;
  return {
    reply: (place) => reply.get(place) ?? NOTHING,
    all: (place) =>
      place === guard.probe
        ? new Set([...(reply.get(place) ?? []), ...(asked.get(place) ?? [])])
        : (reply.get(place) ?? NOTHING),
  };
}

function lastWords(before: string): string {
  const recent = before.slice(-LONGEST_BEFORE);
  const starts = [...recent.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].slice(-WORDS_BEFORE);
  return recent.slice(starts[0]?.index ?? 0);
}

/** A sentence gives nothing away with words that are in view anyway. */
function bringsSomething(place: number, met: ReadonlySet<number>, guard: Guard): boolean {
  const fresh = guard.freshTerms(place);
  for (const term of met) if (fresh.has(term)) return true;
  return false;
}

interface Saying {
  readonly met: ReadonlySet<number>;
  readonly earlier: ReadonlySet<number>;
  readonly reading: Reading;
  readonly asks: boolean;
}

function isSaid(place: number, said: Saying, guard: Guard): boolean {
  const terms = termsOf(place, guard);
  const fresh = guard.freshTerms(place);
  const isProbe = place === guard.probe;
  // "The capital of France" stands above: "It is Paris" says the rest. For other points one new word is chance.
  const isFree = (term: number) => (isProbe || fresh.size > 1) && !fresh.has(term);
  const missing = [...terms.keys()].filter((term) => !said.met.has(term) && !isFree(term));
  const isAboutIt = isProbe || said.met.size / terms.length >= LEAST_SHARE;
  if (missing.length === 0 && isAboutIt) return true;

  const further = [...said.met].filter((term) => !said.earlier.has(term) && fresh.has(term));
  const gathers = (isProbe || fresh.size >= LEAST_TO_GATHER) && further.length > 0;
  const left = gathers ? missing.filter((term) => !said.earlier.has(term)) : missing;
  if (gathers && left.length === 0) return true;

  if (said.asks || !isAboutIt || left.length > Math.floor(terms.length / LACKS_ONE_IN)) return false;
  if (left.length < missing.length && further.length < LEAST_FURTHER) return false;
  const vocabulary = vocabularyOf(said.reading);
  return left.every((term) => {
    const { stem, isNumber } = terms[term] ?? { stem: '', isNumber: true };
    return !isNumber && contrariesIn(stem, vocabulary).length === 0;
  });
}

/** Ends with a question mark, or has gaps to be filled. */
function asks(sentence: string): boolean {
  return /[?？؟]["'”’»)\]*_\s]*$|_{2,}|\.{3,}|…|\[\s*\]/u.test(sentence);
}

/**
 * Whether a reply only gives back what the person has stated: in this message, all that it says of the point; or
 * earlier, the whole of it. Not what they asked, denied or offered as one of several guesses.
 */
function isEcho(place: number, met: ReadonlySet<number>, guard: Guard): boolean {
  if (guard.denied.has(place)) return false;
  const fresh = guard.freshTerms(place);
  const brought = [...met].filter((term) => fresh.has(term));
  const longest = STATEMENT_BASE + STATEMENT_PER_TERM * termsOf(place, guard).length;
  return guard.stated().some(({ met: theirs, words, isEarlier }) => {
    const terms = theirs.get(place);
    if (!terms || words > longest) return false;
    return (isEarlier ? [...fresh] : brought).every((term) => terms.has(term));
  });
}

/** A statement with many more words than the point is a list of words: to choose the right ones tells. */
const STATEMENT_PER_TERM = 2;
const STATEMENT_BASE = 6;

/** A point of signs alone is given away as it is written. */
function pointsWithoutWords(sentence: string, { index, open }: Guard): readonly number[] {
  return index.withoutWords.filter((place) => {
    const written = index.points[place]?.text.trim() ?? '';
    return open.has(place) && written !== '' && sentence.includes(written);
  });
}

function mayWrite(sentence: string, { index, open }: Guard): boolean {
  return index.withoutWords.some(
    (place) => open.has(place) && sentence.includes(index.points[place]?.text.trim().slice(0, 1) || '\n'),
  );
}
