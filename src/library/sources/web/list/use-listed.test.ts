import { expect, test } from 'vitest';

import { joined } from './use-listed.ts';

const hit = (id: string, foundBy: string) => ({ source: { id }, foundBy });

test('hits keep their positions and show what else found them, and new ones follow', () => {
  const words = [hit('a', 'words'), hit('b', 'words'), hit('c', 'words')];
  const both = [hit('d', 'meaning'), hit('b', 'both'), hit('a', 'words')];
  expect(joined(words, both)).toEqual([hit('a', 'words'), hit('b', 'both'), hit('d', 'meaning')]);
});
