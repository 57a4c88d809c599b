import fc from 'fast-check';
import { expect, test } from 'vitest';

import { cleanText } from './clean-text.ts';

test('line ends become newlines, control characters go, tabs and words stay', () => {
  expect(cleanText('a\r\nb\rc\r\r\n\td\u0000\u001b[31m\u007f\u0085\u00a0é🙂\ud800')).toBe(
    'a\nb\nc\n\n\td[31m\u00a0é🙂\ufffd',
  );
});

test('cleaning a long text equals cleaning its lines', () => {
  const line = fc.oneof(
    fc.constantFrom('\r', '\n', '\t', '\u0007', '\u009f', '🙂', 'words'),
    fc.string({ unit: 'binary' }),
  );
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const text = lines.map((each) => each.replaceAll('\r', ' ')).join('\r\n');
      const once = cleanText(text);
      expect(once.split('\n')).toEqual(text.split(/\r?\n/).map((each) => cleanText(each)));
      const many = `${text}\r\n`.repeat(Math.ceil(20_000 / (text.length + 2)));
      expect(cleanText(many)).toBe(`${once}\n`.repeat(Math.ceil(20_000 / (text.length + 2))));
    }),
    { numRuns: 30 },
  );
});
