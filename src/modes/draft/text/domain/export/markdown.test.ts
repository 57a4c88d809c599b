import { expect, test } from 'vitest';

import { asMarkdown } from './markdown.ts';

const citation = (number: number, url: string | null, title = `Title [${String(number)}]`) => ({
  number,
  sourceId: 'source',
  title,
  url,
  quote: 'words\nof *coal*',
  sourceVersion: 1,
  claim: '',
});
const draft = {
  text: 'One[^2]. Two. [^1]\n\n`[^1]` Three[^9] [^2].\n',
  citations: [citation(1, null), citation(2, 'https://a.b/c d'), citation(3, 'https://unused.org')],
};

test('footnotes give title, address and quote, once for each marked source', () => {
  expect(asMarkdown(draft, 'footnotes')).toBe(
    'One[^2]. Two. [^1]\n\n`[^1]` Three [^2].\n\n[^2]: Title \\[2\\], <https://a.b/c%20d>. “words of \\*coal\\*”\n\n[^1]: Title \\[1\\]. “words of \\*coal\\*”\n',
  );
});

test('links lead to the source, and a source without an address is named', () => {
  expect(asMarkdown(draft, 'links')).toBe(
    'One ([Title \\[2\\]](<https://a.b/c%20d>)). Two. (Title \\[1\\])\n\n`[^1]` Three ([Title \\[2\\]](<https://a.b/c%20d>)).\n',
  );
  expect(asMarkdown({ text: 'a[^1]', citations: [citation(1, 'javascript:alert(1)', 'T')] }, 'links')).toBe('a (T)');
});

test('without citations no mark and no stray space is left', () => {
  expect(asMarkdown(draft, 'none')).toBe('One. Two.\n\n`[^1]` Three.\n');
});
