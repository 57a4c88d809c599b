import type { Word } from '#text/domain/word.ts';

import { contrariesOf } from './contraries.ts';
import { synonymsOf } from './synonyms.ts';

/** The stems of a text, indexed for lookups in nearly constant time. */
export interface Vocabulary {
  readonly stems: ReadonlySet<string>;
  readonly kin: ReadonlyMap<string, readonly string[]>;
  readonly found: Map<string, number>;
}

const MAX_KIN = 32;
const SYNONYM = 0.8;

export function vocabularyOf(words: readonly Word[]): Vocabulary {
  const stems = new Set<string>();
  const kin = new Map<string, string[]>();
  for (const { stem, isContent, isNumber } of words) {
    if (isContent && !isNumber && !stems.has(stem)) addKin(kin, stem);
    stems.add(stem);
  }
  return { stems, kin, found: new Map() };
}

/** Adds related words, which share their beginning; `afferent` and `efferent` are not related. */
function addKin(kin: Map<string, string[]>, stem: string): void {
  if (stem.length < 4) return;
  const key = stem.slice(0, 3);
  const stems = kin.get(key);
  if (!stems) kin.set(key, [stem]);
  else if (stems.length < MAX_KIN) stems.push(stem);
}

/** How well a text matches a stem: 1 for the same one, less for a related one, 0 without a match. */
export function strengthOf(stem: string, isNumber: boolean, vocabulary: Vocabulary): number {
  let strength = vocabulary.found.get(stem);
  if (strength === undefined) vocabulary.found.set(stem, (strength = compare(stem, isNumber, vocabulary)));
  return strength;
}

function compare(stem: string, isNumber: boolean, { stems, kin }: Vocabulary): number {
  if (stems.has(stem)) return 1;
  const synonym = synonymsOf(stem).some((other) => stems.has(other)) ? SYNONYM : 0;
  const related = isNumber ? [] : (kin.get(stem.slice(0, 3)) ?? []);
  return Math.max(synonym, ...related.map((other) => likeness(stem, other)));
}

/** Whether a text has a stem with the opposite meaning. */
export function hasContrary(stem: string, { stems }: Vocabulary): boolean {
  return contrariesOf(stem).some((contrary) => stems.has(contrary));
}

/** Near 1 for an inflection, less for a typo, least for a substituted letter, else 0. */
function likeness(left: string, right: string): number {
  const longest = Math.max(left.length, right.length);
  const shortest = Math.min(left.length, right.length);
  if (shortest < 4 || longest - shortest > 4) return 0;
  let shared = 0;
  while (shared < shortest && left[shared] === right[shared]) shared += 1;
  if (shared >= 4 && shared >= longest * 0.7 && longest - shared <= 3) return 0.9;
  if (longest < 5 || !isOneSlipApart(left, right)) return 0;
  return left.length === right.length && !isSwapped(left, right) ? 0.6 : 0.8;
}

/** Two words without their common beginning and end. */
function difference(left: string, right: string): readonly [string, string] {
  let from = 0;
  while (from < left.length && left[from] === right[from]) from += 1;
  let back = 0;
  const room = Math.min(left.length, right.length) - from;
  while (back < room && left.at(-1 - back) === right.at(-1 - back)) back += 1;
  return [left.slice(from, left.length - back), right.slice(from, right.length - back)];
}

function isSwapped(left: string, right: string): boolean {
  const [here, there] = difference(left, right);
  return here.length === 2 && there.length === 2 && here[0] === there[1] && here[1] === there[0];
}

/** One letter inserted, deleted, replaced, or two adjacent ones swapped. */
function isOneSlipApart(left: string, right: string): boolean {
  if (Math.abs(left.length - right.length) > 1) return false;
  const [here, there] = difference(left, right);
  return (here.length <= 1 && there.length <= 1) || isSwapped(left, right);
}
