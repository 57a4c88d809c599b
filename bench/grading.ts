import { evaluateBatchLexically } from '#modes/recall/evaluator/domain/embedded/evaluate-batch.ts';
import { sampleSet } from '#modes/recall/sets/domain/sample-set.ts';

import { atLeast, atMost, type Row } from './row.ts';
import { median } from './statistics.ts';
import { processorMs } from './support/processor-time.ts';

const BUDGET_PER_SECOND = 2_000;
const BUDGET_WHOLE_SET_MS = 100;
const WARM_UP = 2_000;
const ROUNDS = 7;
const GRADINGS = 2_000;
const SET_SIZE = 200;

const asked = 'What comes to mind first about caffeine and sleep?';
const answers = [
  'it works by blocking adenosine receptors in your brain so you do not feel tired',
  'the half life is ten hours',
  'I think that the headaches come from the vessels in the brain getting wider again when you stop',
  'something about sleep and coffee',
  'adenosine builds up while awake and makes you sleepy, caffeine blocks its receptors, and it has a half-life of five hours',
];

/** How fast the embedded evaluator reads: an answer against one point, and a message against a whole set. */
export async function grading(): Promise<readonly Row[]> {
  grade(WARM_UP);
  const rates = repeated(() => GRADINGS / (processorMs(() => grade(GRADINGS)) / 1_000));
  const points = Array.from({ length: SET_SIZE }, (_, index) => ({
    id: String(index),
    text: `${sampleSet.points[index % sampleSet.points.length]?.text ?? ''} This is case ${index}.`,
    context: '',
  }));
  const whole = repeated(() => processorMs(() => void evaluateBatchLexically(points, messages(4))));
  return Promise.resolve([
    atLeast(BUDGET_PER_SECOND, {
      name: 'grading',
      what: 'answers that the embedded evaluator grades a second of processor time, against a point each',
      value: median(rates),
      unit: 'gradings/s',
    }),
    atMost(BUDGET_WHOLE_SET_MS, {
      name: 'grading-whole-set',
      what: `processor time of one message that says three points, read against a set of ${SET_SIZE}`,
      value: median(whole),
      unit: 'ms',
    }),
  ]);
}

/** Each answer is one that was not read before, as a learner's next one is. */
function grade(count: number): void {
  for (let index = 0; index < count; index += 1) {
    const point = sampleSet.points[index % sampleSet.points.length];
    if (point) evaluateBatchLexically([{ id: 'p', ...point }], messages(index));
  }
}

function messages(index: number) {
  return [
    { author: 'assistant', content: asked },
    { author: 'person', content: `${answers[index % answers.length]}, ${index} times` },
  ] as const;
}

function repeated(measure: () => number): readonly number[] {
  return Array.from({ length: ROUNDS }, measure);
}
