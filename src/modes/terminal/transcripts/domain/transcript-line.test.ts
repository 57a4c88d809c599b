import fc from 'fast-check';
import { expect, test } from 'vitest';

import { readTranscriptLine } from './transcript-line.ts';

const line = (value: object) => JSON.stringify(value);
const user = (content: unknown, more: object = {}) =>
  line({ type: 'user', message: { role: 'user', content }, ...more });
const assistant = (content: unknown, more: object = {}) =>
  line({ type: 'assistant', message: { id: 'msg_1', role: 'assistant', content }, ...more });

test('a line that is nested too deeply is not read', () => {
  const nested = (depth: number) => user(0).replace('0', `${'['.repeat(depth)}${']'.repeat(depth)}`);
  expect(readTranscriptLine(nested(20))).toMatchObject({ kind: 'user' });
  expect(readTranscriptLine(nested(5_000))).toBeNull();
});

test('any line is read without an error', () => {
  const strange = fc.oneof(
    fc.string(),
    fc.json(),
    fc
      .record({
        type: fc.constantFrom('user', 'assistant', 'system', 'summary', 3),
        message: fc.jsonValue(),
        uuid: fc.jsonValue(),
      })
      .map(line),
    fc.array(fc.jsonValue()).map((content) => assistant(content)),
    fc.array(fc.jsonValue()).map((content) => user(content)),
  );
  fc.assert(
    fc.property(strange, (text) => {
      expect(() => readTranscriptLine(text)).not.toThrow();
    }),
  );
});
