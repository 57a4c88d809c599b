import { expect, test } from 'vitest';

import { noteLinksIn, wikiLinksIn } from './wiki-links.ts';

test('links beyond the maximum are text', () => {
  const links = wikiLinksIn('[[Bread]] '.repeat(50_000));
  expect(links).toHaveLength(20_000);
  expect(links.at(-1)).toMatchObject({ target: 'Bread' });
});

test('links in a table are links; those in code, to the web and to pictures are not', () => {
  const text =
    '| [[Bread\\|loaf]] |\n\n`[[Code]]` [a](Dough.md#rise) ![p](x.png) [w](https://a.example) [b](<My oven.md>) [c](My%20yeast_(dry).md "t") [d](#part)\n\n```\n[e](Fenced.md)\n```';
  expect(noteLinksIn(text).map(({ target }) => target)).toEqual([
    'Bread',
    'Dough.md',
    'My oven.md',
    'My yeast_(dry).md',
  ]);
});
