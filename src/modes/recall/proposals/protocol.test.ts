import { expect, test } from 'vitest';

import { proposedPoints } from './protocol.ts';

const point = (change: object = {}) => ({ text: 'Port 0 is any port.', question: 'What is port 0?', ...change });

test.each([
  ['points.1.text', [point(), point({ text: 'x'.repeat(2_001) })]],
  ['points.0.text', [point({ text: '\u200b' })]],
  ['points.0.text', [point({ text: 'Not \u202eenif.' })]],
  ['points.0.question', [point({ question: 'q'.repeat(2_001) })]],
  ['points.0.question', [point({ question: ' ' })]],
  ['points.0.context', [point({ context: 'c'.repeat(501) })]],
  ['points.0.quote', [point({ quote: 'c'.repeat(4_001) })]],
  ['points.0.source', [point({ source: '../other' })]],
  ['points', []],
  ['points', Array.from({ length: 21 }, () => point())],
  ['set', [point()], 'A \u2066name'],
])('text that is hidden, hostile or too long is refused with its field: %s', (field, points, set = 'Builds') => {
  const { error } = proposedPoints.safeParse({ set, points });
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([field]);
});
