import { expect, test } from 'vitest';

import { asPlainText } from './plain-text.ts';

test('plain text has no marks and no signs of Markdown', () => {
  expect(
    asPlainText(
      '# Head\n\n**Bold**, *soft*, ***both*** and __under__ [^1]. > no\n\n> quoted\n\n[Words](https://a.b "t"), <https://c.d>, ![alt](x.png) \\*kept\\*.\n\n- item\n---\n`a * b` 2 * 3 * 4, snake_case_name\n\n```js\nlet a = `b`;\n```\n',
    ),
  ).toBe(
    'Head\n\nBold, soft, both and under. > no\n\nquoted\n\nWords (https://a.b), https://c.d, alt *kept*.\n\n- item\n---\na * b 2 * 3 * 4, snake_case_name\n\nlet a = `b`;',
  );
});

test('a long line of signs is read in time that grows with its length', () => {
  for (const sign of ['*', '_', '[', '`', '~', '![', '<https:', '\\', '>'])
    expect(asPlainText(sign.repeat(20_000)).length).toBeLessThanOrEqual(20_000 * sign.length);
});
