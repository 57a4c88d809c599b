import { createRandom } from './random.ts';

const TOPICS = 500;
/** The share of a vector that is its own, as opposed to its topic's. */
const OWN = 0.7;

/** Unit vectors that are near each other by topic, like those of texts. */
export function createTopics(dimension: number, seed = 1): { vector(): Float32Array<ArrayBuffer> } {
  const random = createRandom(seed);
  const direction = () => normalized(Float32Array.from({ length: dimension }, () => random() - 0.5));
  const topics = Array.from({ length: TOPICS }, direction);
  return {
    vector() {
      const topic = topics[Math.floor(random() * TOPICS)] ?? direction();
      const vector = new Float32Array(dimension);
      // Gives the vector's own part a length of about 1 too.
      const scale = OWN * Math.sqrt(12 / dimension);
      for (let index = 0; index < dimension; index += 1)
        vector[index] = (1 - OWN) * (topic[index] ?? 0) + scale * (random() - 0.5);
      return normalized(vector);
    },
  };
}

function normalized(vector: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  let squares = 0;
  for (const component of vector) squares += component * component;
  const length = Math.sqrt(squares);
  for (let index = 0; index < vector.length; index += 1) vector[index] = (vector[index] ?? 0) / length;
  return vector;
}
