import { expect, test } from 'vitest';

import { detectTangent } from '../../domain/embedded-detector/detect-tangent.ts';
import { embeddedDetector } from './embedded-detector.ts';

const call = { session: 'a-session', signal: new AbortController().signal };
const messages = [
  { author: 'assistant', content: 'What else do you remember?' },
  { author: 'person', content: 'Why do bees hum in the morning?' },
] as const;
const pointsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `p${index}`,
    text: `The prime of ${index} is odd.`,
    isCurrent: false,
  }));

test('a message is compared with many points outside the event loop, with the same result', async () => {
  const points = pointsOf(2_000);
  let turns = 0;
  const count = setInterval(() => (turns += 1), 1);
  const detection = await embeddedDetector.detect(messages, points, call);
  clearInterval(count);
  expect(turns).toBeGreaterThan(3);
  expect(detection).toEqual(detectTangent(messages, points));
});

test('with few points it is judged at once', async () => {
  let hasTurned = false;
  setImmediate(() => (hasTurned = true));
  const detection = await embeddedDetector.detect(messages, pointsOf(200), call);
  expect(hasTurned).toBe(false);
  expect(detection).toEqual(detectTangent(messages, pointsOf(200)));
});
