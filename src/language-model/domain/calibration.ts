/**
 * Cosines of one model say nothing about those of another. So the threshold of an unknown model is measured, with
 * questions and with passages that answer them in other words.
 */
const pairs: readonly (readonly [question: string, answer: string])[] = [
  [
    'why does coffee keep me awake',
    'Caffeine blocks adenosine receptors, so the pressure to sleep that builds up over the day is not felt.',
  ],
  [
    'cheaper energy leads to more use',
    'Jevons observed that more efficient steam engines raised the total consumption of coal in Britain.',
  ],
  [
    'how to remember things for longer',
    'Spaced repetition schedules reviews at increasing intervals, so that each recall happens shortly before the memory fades.',
  ],
  [
    'programs that block each other in a database',
    'Two transactions that wait for each other deadlock; the server aborts one of them so that the other can go on.',
  ],
  [
    'what makes bread rise',
    'Yeast turns sugars into carbon dioxide, and the network of gluten holds the bubbles in the dough.',
  ],
  [
    'rivers of ice in the mountains',
    'Glaciers flow downhill under their own weight, a few metres in a year, and carry rocks with them.',
  ],
  [
    'is sitting bad for you',
    'People who are sedentary for most of the day have a higher risk of cardiovascular disease, even if they exercise.',
  ],
  [
    'meeting with my landlord',
    'Talked to the owner of the flat about the rent increase; he agrees to wait until spring.',
  ],
];

/** The texts to embed for `thresholdOf`, in this order. */
export const calibrationTexts: readonly string[] = pairs.flat();

/**
 * Share of the gap between other and matching pairs. Closer to the matching pairs: an unwanted passage is worse than a
 * missing one, which the search by words can still find.
 */
const SHARE = 0.6;
/** For a model that cannot distinguish the pairs at all. */
const FALLBACK = 0.3;

/**
 * The minimum cosine at which a passage counts as found by meaning, from the vectors of the texts above, of length 1.
 */
export function thresholdOf(vectors: readonly Float32Array[]): number {
  const together: number[] = [];
  const apart: number[] = [];
  for (let question = 0; question < vectors.length; question += 2)
    for (let answer = 1; answer < vectors.length; answer += 2)
      (answer === question + 1 ? together : apart).push(cosine(vectors[question], vectors[answer]));
  const [high, low] = [mean(together), mean(apart)];
  const threshold = low + SHARE * (high - low);
  return high > low && threshold > 0 ? Math.round(threshold * 100) / 100 : FALLBACK;
}

function cosine(one: Float32Array | undefined, other: Float32Array | undefined): number {
  return one && other ? one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0) : 0;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
