import type { Guard } from './guard.ts';
import { bringsSomething, earlierWords, NOTHING, seenIn, termsAt } from './reading/seen.ts';
import { LONE_MARK, unfinishedWord } from './reading/token-reading.ts';

/** A sentence with one in this many of a point's key words is held until it ends. */
const NEAR_FROM_ONE_IN = 3;

/** Scans a sentence token by token for whether it may still give an open point away. */
export class NearScan {
  readonly #before: string;
  readonly #guard: Guard;
  readonly #met = new Map<number, Set<number>>();
  /** For complete tokens; more tokens never make it less near. */
  #isNear = false;
  /** The tokens depend on each other, so the sentence is reread. */
  #isOdd: boolean;
  #endsWithSingle = false;

  constructor(before: string, guard: Guard) {
    this.#before = before;
    this.#guard = guard;
    this.#isOdd = guard.index.withoutWords.some((place) => guard.open.has(place));
  }

  /** Adds a complete token. */
  take(token: string): void {
    if (this.#isNear || this.#isOdd || LONE_MARK.test(token)) return;
    const { hits, isOdd, hasSingle } = this.#guard.index.tokenIn(token);
    this.#isOdd = isOdd || (hasSingle && this.#endsWithSingle);
    if (this.#isOdd) return;
    this.#endsWithSingle = hasSingle;
    const places = new Set<number>();
    for (const { point, term } of hits) {
      if (!this.#guard.open.has(point)) continue;
      places.add(point);
      const met = this.#met.get(point);
      if (met) met.add(term);
      else this.#met.set(point, new Set([term]));
    }
    for (const place of places) if (this.#isPartly(place, this.#metOf(place))) this.#isNear = true;
  }

  /** `rest` is the end of the sentence so far, which may be an incomplete token. */
  isNear(sentence: string, rest: string): boolean {
    if (this.#isNear) return true;
    const guard = this.#guard;
    const last = rest === '' ? null : guard.index.tokenIn(rest);
    if (this.#isOdd || last?.isOdd || (last?.hasSingle && this.#endsWithSingle))
      return isNear(sentence, this.#before, guard);
    if (!last) return false;
    const met = new Map<number, Set<number>>();
    for (const { point, term } of last.hits) met.set(point, (met.get(point) ?? new Set(this.#metOf(point))).add(term));
    for (const [place, terms] of met) if (guard.open.has(place) && this.#isPartly(place, terms)) return true;
    if (last.unfinished === '') return false;
    return guard.index
      .mayBecome(last.unfinished)
      .some(
        ({ point, term }) =>
          guard.open.has(point) && this.#isPartly(point, new Set(met.get(point) ?? this.#metOf(point)).add(term)),
      );
  }

  #metOf(place: number): ReadonlySet<number> {
    return this.#met.get(place) ?? NOTHING;
  }

  #isPartly(place: number, met: ReadonlySet<number>): boolean {
    return isPartly(place, { met, earlier: () => earlierWords(this.#before, this.#guard).all(place) }, this.#guard);
  }
}

/** Whether a partial sentence has so much of an open point that the rest may give it away. */
export function isNear(sentence: string, before: string, guard: Guard): boolean {
  const rest = unfinishedWord(sentence);
  const here = seenIn(sentence, guard).met;
  const earlier = earlierWords(before, guard);
  for (const [place, met] of here) if (isPartly(place, { met, earlier: () => earlier.all(place) }, guard)) return true;
  if (mayWrite(sentence, guard)) return true;
  if (rest === '') return false;
  for (const { point, term } of guard.index.mayBecome(rest)) {
    if (
      guard.open.has(point) &&
      isPartly(point, { met: new Set([...(here.get(point) ?? []), term]), earlier: () => earlier.all(point) }, guard)
    )
      return true;
  }
  return false;
}

interface Partly {
  readonly met: ReadonlySet<number>;
  readonly earlier: () => ReadonlySet<number>;
}

function isPartly(place: number, { met, earlier }: Partly, guard: Guard): boolean {
  if (!bringsSomething(place, met, guard)) return false;
  // The likeliest give-away is the answer to the question itself, so one word of it is enough to wait.
  if (place === guard.probe) return true;
  const least = termsAt(place, guard).length / NEAR_FROM_ONE_IN;
  return met.size >= least || new Set([...met, ...earlier()]).size >= least;
}

function mayWrite(sentence: string, { index, open }: Guard): boolean {
  return index.withoutWords.some(
    (place) => open.has(place) && sentence.includes(index.points[place]?.text.trim().slice(0, 1) || '\n'),
  );
}
