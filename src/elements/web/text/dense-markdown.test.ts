import { expect, test } from 'vitest';

import { isTooDense } from './dense-markdown.ts';

const LIST = '- an item of a list with a [link](https://example.com) and *emphasis*\n'.repeat(400);

test.each(['- a\n', '[^1]', '](', '*a', '> ', '- ', '1. ', '>', '`a` ', '\\'])(
  '60,000 characters of %j are too dense',
  (sign) => {
    expect(isTooDense(sign.repeat(60_000 / sign.length))).toBe(true);
    expect(isTooDense(`Some words.\n\n${sign.repeat(60_000 / sign.length)}\n\nMore.`)).toBe(true);
  },
);

test.each([
  LIST,
  `${LIST}\n${LIST}\n${LIST}`,
  `| a | b |\n|---|---|\n${'| Paris | the capital of France |\n'.repeat(5_000)}`,
  `\`\`\`\n${'if (a[0] < b[0]) { c = `d`; }\n'.repeat(5_000)}\`\`\``,
  'One sentence. '.repeat(50_000),
  `${'-'.repeat(200)}\n${'*'.repeat(200)}`,
])('what people and models write is not', (text) => {
  expect(isTooDense(text)).toBe(false);
});
