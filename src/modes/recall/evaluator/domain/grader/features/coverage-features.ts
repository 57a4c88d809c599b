import type { Comparison, MetTerm } from './comparison.ts';
import { bothOf, shareOf } from './text-view.ts';

/** How much of the point is said, and how much of the answer belongs to it: counted or weighted, given or new. */
export function coverageFeatures({ met, said, point, pointClauses }: Comparison) {
  const all = tally(met, () => 1);
  const fresh = tally(met, ({ isGiven }) => (isGiven ? 0 : 1));
  const weighed = tally(met, ({ term }) => term.weight);
  const weighedFresh = tally(met, ({ term, isGiven }) => (isGiven ? 0 : term.weight));
  const given = tally(met, ({ isGiven }) => (isGiven ? 1 : 0));
  const own = tally(said, () => 1);
  const ownFresh = tally(said, ({ isGiven }) => (isGiven ? 0 : 1));
  const ownWeighed = tally(said, ({ term }) => term.weight);
  const ownWeighedFresh = tally(said, ({ term, isGiven }) => (isGiven ? 0 : term.weight));
  const coveredFresh = fresh.whole > 0 ? fresh.share : all.share;
  const coveredWeighedFresh = weighedFresh.whole > 0 ? weighedFresh.share : weighed.share;
  const preciseFresh = ownFresh.whole > 0 ? ownFresh.share : own.share;
  const preciseWeighedFresh = ownWeighedFresh.whole > 0 ? ownWeighedFresh.share : ownWeighed.share;
  return {
    covered: all.share,
    coveredFresh,
    coveredWeighed: weighed.share,
    coveredWeighedFresh,
    coveredGiven: given.share,
    metFresh: fresh.part,
    precise: own.share,
    preciseFresh,
    preciseWeighed: ownWeighed.share,
    preciseWeighedFresh,
    freshSaid: ownFresh.whole,
    foreign: ownFresh.whole - ownFresh.part,
    foreignWeight: ownWeighedFresh.whole - ownWeighedFresh.part,
    both: bothOf(all.share, own.share),
    bothFresh: bothOf(coveredFresh, preciseFresh),
    bothWeighed: bothOf(weighed.share, ownWeighed.share),
    bothWeighedFresh: bothOf(coveredWeighedFresh, preciseWeighedFresh),
    saidGiven: shareOf(said.filter(({ isGiven }) => isGiven).length, said.length),
    exact: shareOf(met.filter(({ likeness }) => likeness === 1).length, met.length),
    worstMissing: most(met.map(({ term, likeness }) => term.weight * (1 - likeness))),
    worstMissingFresh: most(met.map(({ term, likeness, isGiven }) => (isGiven ? 0 : term.weight * (1 - likeness)))),
    bestFresh: most(met.map(({ term, likeness, isGiven }) => (isGiven ? 0 : term.weight * likeness))),
    ...byClause({ met, point, pointClauses }),
    ...byKind(met),
  };
}

interface Tally {
  readonly part: number;
  readonly whole: number;
  readonly share: number;
}

function tally<Each extends { readonly likeness: number }>(each: readonly Each[], weigh: (one: Each) => number): Tally {
  let [part, whole] = [0, 0];
  for (const one of each) {
    const weight = weigh(one);
    whole += weight;
    part += weight * one.likeness;
  }
  return { part, whole, share: shareOf(part, whole) };
}

function most(values: readonly number[]): number {
  return values.reduce((largest, value) => Math.max(largest, value), 0);
}

const LEFT_OUT = 0.3;

/** By position, rarity and comparison words. */
function byKind(met: Comparison['met']) {
  const fresh = met.filter(({ isGiven }) => !isGiven);
  const shareOfThose = (which: (one: MetTerm, index: number) => boolean): number => {
    const found = fresh.filter(which);
    return found.length === 0 ? -1 : tally(found, () => 1).share;
  };
  const half = (fresh.length - 1) / 2;
  const telling = fresh.reduce<MetTerm | null>(
    (most, one) => (one.term.weight > (most?.term.weight ?? 0) ? one : most),
    null,
  );
  return {
    coveredEarly: shareOfThose((_, index) => index < half),
    coveredLate: shareOfThose((_, index) => index > half),
    coveredLast: fresh.at(-1)?.likeness ?? -1,
    coveredTelling: telling?.likeness ?? -1,
    coveredRare: shareOfThose(({ term }) => term.weight >= 1),
    coveredCommon: shareOfThose(({ term }) => term.weight < 1),
    coveredNamed: shareOfThose(({ term }) => term.isNumber || term.isLabel),
  };
}

/** By clause of the point: the smallest share, the largest share, and how many are missing. */
function byClause({ met, point, pointClauses }: Pick<Comparison, 'met' | 'point' | 'pointClauses'>) {
  let [least, largest, missing] = [1, 0, 0];
  for (const { from, to } of pointClauses) {
    const first = point.words[from]?.start ?? Infinity;
    const end = point.words[to]?.start ?? Infinity;
    const part = met.filter(({ term, isGiven }) => !isGiven && term.start >= first && term.start < end);
    if (part.length === 0) continue;
    const { share } = tally(part, ({ term }) => term.weight);
    least = Math.min(least, share);
    largest = Math.max(largest, share);
    if (share < LEFT_OUT) missing += 1;
  }
  return { leastClause: least, mostClause: largest, clausesMissing: missing };
}
