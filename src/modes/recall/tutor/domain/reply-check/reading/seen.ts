import { asRead, disguisedIn } from '#text/domain/as-read.ts';
import { read, type Reading } from '#text/domain/words.ts';

import type { Point } from '../../../../evaluator/domain/evaluation.ts';
import type { Guard } from '../guard.ts';
import type { KeyTerm } from './point-index.ts';
import type { Met } from './statements.ts';

/** How many words before a sentence are read with it. */
const WORDS_BEFORE = 60;
/** Minimum length of a word searched in spelt-out letters. */
const MIN_LETTERS_IN_RUN = 4;

export function termsAt(place: number, guard: Guard): readonly KeyTerm[] {
  return guard.index.terms[place] ?? [];
}

export function pointAt(place: number, guard: Guard): Point | undefined {
  return guard.index.points[place];
}

export interface Seen {
  readonly reading: Reading;
  readonly met: Met;
}

/** What a reader sees of the open points in a text, including disguised words. */
export function seenIn(text: string, { index, open }: Guard, places: ReadonlySet<number> = open): Seen {
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
        if (form.length >= MIN_LETTERS_IN_RUN && run.includes(form)) meet(place, term);
  return { reading, met };
}

interface Earlier {
  /** What the reply said about a point before. */
  readonly reply: (place: number) => ReadonlySet<number>;
  /** The same with the previous question, for the point asked for. */
  readonly all: (place: number) => ReadonlySet<number>;
}
export const NOTHING: ReadonlySet<number> = new Set();
/** Enough characters to contain those words. */
export const MAX_BEFORE_LENGTH = 1_200;

/** A sentence that arrives word by word is compared with the same earlier words each time. */
const known = new WeakMap<Guard, { before: string; reply: Met; asked: Met }>();

/** What the words before a sentence said about a point. */
export function earlierWords(before: string, guard: Guard): Earlier {
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
  const recent = before.slice(-MAX_BEFORE_LENGTH);
  const starts = [...recent.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].slice(-WORDS_BEFORE);
  return recent.slice(starts[0]?.index ?? 0);
}

/** Words that are in view give nothing away. */
export function bringsSomething(place: number, met: ReadonlySet<number>, guard: Guard): boolean {
  const fresh = guard.freshTerms(place);
  for (const term of met) if (fresh.has(term)) return true;
  return false;
}
