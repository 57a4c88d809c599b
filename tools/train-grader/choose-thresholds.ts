import type { Thresholds } from '#modes/recall/evaluator/domain/grader/model.ts';
import type { GradingScores } from '#modes/recall/grading-evaluation/domain/scores.ts';

import { type CorpusScores, gradeAll, type Held, scoresByCorpus, type ThresholdPair } from './measure.ts';

/** A steady share below the 8 % that are allowed, since other questions will differ. */
const MAX_FALSE_CREDIT = 0.06;
/** Lower, bare lists of a point's words are credited, and sentences with two of its three: no corpus shows these. */
const MIN_CREDITED = 0.78;
const NEVER = 2;
const KINDS = ['alone', 'echoed'] as const;

/** The thresholds that do best on answers that the models had not seen, each corpus counting the same. */
export function chooseThresholds(held: readonly Held[]): ThresholdPair {
  return mostCredited(held, bestLabelled(held));
}

/** Those that decide about labels, not about credit. */
export function bestLabelled(held: readonly Held[]): ThresholdPair {
  const first: Thresholds = { expressedFrom: 0.5, creditedFrom: 0.9, contradictedFrom: NEVER };
  let chosen: ThresholdPair = { alone: first, echoed: first };
  for (const name of ['expressedFrom', 'expressedFrom', 'contradictedFrom'] as const) {
    const figure = name === 'expressedFrom' ? 'macroF1_2way' : 'macroF1_3way';
    const range = name === 'expressedFrom' ? steps(0.3, 0.78) : steps(0.1, 0.58);
    for (const kind of KINDS) {
      const at = (value: number): ThresholdPair => ({ ...chosen, [kind]: { ...chosen[kind], [name]: value } });
      chosen = at(best(range, (value) => meanOf(held, at(value), figure)));
    }
  }
  return chosen;
}

const STEP = 0.02;

function steps(from: number, to: number): readonly number[] {
  const count = Math.round((to - from) / STEP) + 1;
  return Array.from({ length: count }, (_, step) => Math.round((from + step * STEP) * 100) / 100);
}

/** The candidate of the largest figure. Neighbours are averaged, so that no lucky step is taken for a good one. */
function best(candidates: readonly number[], figureOf: (candidate: number) => number): number {
  const figures = candidates.map(figureOf);
  const smooth = figures.map((own, index) => ((figures[index - 1] ?? own) + 2 * own + (figures[index + 1] ?? own)) / 4);
  return candidates[smooth.indexOf(Math.max(...smooth))] ?? 0.5;
}

function meanOf(held: readonly Held[], pair: ThresholdPair, figure: keyof GradingScores): number {
  const scores = measure(held, pair);
  return [...scores.values()].reduce((sum, each) => sum + (each[figure] ?? 0), 0) / scores.size;
}

/** Of the pairs that credit few enough wrong answers in every corpus, the one that credits most right ones. */
function mostCredited(held: readonly Held[], chosen: ThresholdPair): ThresholdPair {
  const from = (alone: number, echoed: number): ThresholdPair => ({
    alone: { ...chosen.alone, creditedFrom: alone },
    echoed: { ...chosen.echoed, creditedFrom: echoed },
  });
  let found = { pair: from(0.99, 0.99), credited: 0 };
  for (const alone of steps(MIN_CREDITED, 0.94)) {
    let [low, high] = [MIN_CREDITED, 0.99];
    while (high - low > 0.01) {
      const middle = (low + high) / 2;
      if (isStrict(measure(held, from(alone, middle)))) high = middle;
      else low = middle;
    }
    const pair = from(alone, Math.round(high * 100) / 100);
    const credited = isStrict(measure(held, pair)) ? meanOf(held, pair, 'credited') : 0;
    if (credited > found.credited) found = { pair, credited };
  }
  return found.pair;
}

function isStrict(scores: CorpusScores): boolean {
  return [...scores.values()].every(({ falseCredit }) => (falseCredit ?? 0) <= MAX_FALSE_CREDIT);
}

function measure(held: readonly Held[], pair: ThresholdPair): CorpusScores {
  return scoresByCorpus(
    held,
    gradeAll(held, () => pair),
  );
}
