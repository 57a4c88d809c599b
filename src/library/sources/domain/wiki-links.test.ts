import { expect, test } from 'vitest';

import { wikiLinksIn } from './wiki-links.ts';

test('of very many links, those beyond the first are text', () => {
  const links = wikiLinksIn('[[Bread]] '.repeat(50_000));
  expect(links).toHaveLength(20_000);
  expect(links.at(-1)).toMatchObject({ target: 'Bread' });
});
