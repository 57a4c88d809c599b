import { contrariesOf } from '../evidence/contraries.ts';
import { synonymsOf } from '../evidence/synonyms.ts';
import { areRelated } from './related-words.ts';

const SYNONYM = 0.85;
const RELATED = 0.7;
const INFLECTED = 0.9;
const ONE_SLIP = 0.8;
const TWO_SLIPS = 0.65;
const SOUNDS_ALIKE = 0.6;
/** Minimum likeness at which a word stands for another. */
export const meetsFrom = 0.6;

/** A cache, emptied when it grows large. */
const known = new Map<string, Map<string, number>>();
const MAX_KNOWN = 5_000;

/** The likeness of two stems, 0 to 1: equal, synonym, inflection or typo. */
export function stemLikeness(left: string, right: string): number {
  if (left === right) return 1;
  let row = known.get(left);
  if (!row) {
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(left, (row = new Map()));
  }
  let likeness = row.get(right);
  if (likeness === undefined) {
    likeness = compare(left, right);
    if (row.size >= MAX_KNOWN) row.clear();
    row.set(right, likeness);
  }
  return likeness;
}

function compare(left: string, right: string): number {
  if (synonymsOf(left).includes(right)) return SYNONYM;
  if (contrariesOf(left).includes(right)) return 0;
  if (areRelated(left, right)) return RELATED;
  const shortest = Math.min(left.length, right.length);
  const longest = Math.max(left.length, right.length);
  if (shortest < 4 || longest > 40 || /\d/.test(left + right)) return 0;
  let shared = 0;
  while (shared < shortest && left[shared] === right[shared]) shared += 1;
  if (shared >= 4 && shared >= longest * 0.65 && longest - shared <= 3) return INFLECTED;
  const slips = longest - shortest > 2 ? 3 : slipsBetween(left, right);
  if (slips <= 1 && longest >= 5) return ONE_SLIP;
  if (slips <= 2 && longest >= 7 && left[0] === right[0]) return TWO_SLIPS;
  if (left[0] !== right[0]) return 0;
  const sound = soundOf(left);
  return sound.length >= 3 && sound === soundOf(right) ? SOUNDS_ALIKE : 0;
}

/** The consonants as heard: "evaporate" and "evaperait" sound alike. */
function soundOf(stem: string): string {
  return stem
    .replace(/ph/g, 'f')
    .replace(/ck|[cq]/g, 'k')
    .replace(/z/g, 's')
    .replace(/(.)\1/g, '$1')
    .replace(/(?<=.)[aeiouyhw]/g, '');
}

/** Letters inserted, deleted, replaced or swapped. */
function slipsBetween(left: string, right: string): number {
  let before: number[] = [];
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let at = 1; at <= left.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= right.length; to += 1) {
      const isSame = left[at - 1] === right[to - 1];
      let slips = Math.min((row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1, (row[to - 1] ?? 0) + (isSame ? 0 : 1));
      if (at > 1 && to > 1 && left[at - 1] === right[to - 2] && left[at - 2] === right[to - 1])
        slips = Math.min(slips, (before[to - 2] ?? 0) + 1);
      next.push(slips);
    }
    [before, row] = [row, next];
  }
  return row[right.length] ?? 0;
}
