import { expect, test } from 'vitest';

import { draftsOfReply } from './drafts-of-reply.ts';

test('a citation of a draft keeps its place in the source, and the checker’s finding', () => {
  const cited = (id: string, at: number, more: object) => ({
    id,
    type: 'draft-citation',
    block: 1,
    at,
    source: { id: 's1', title: 'Coal memo', url: null, version: 2 },
    quote: id,
    range: { start: at, end: at + 3 },
    isVerified: true,
    ...more,
  });
  const note = { reason: 'It drops “may”.', claim: 'Two.', source: 'Two may.' };
  const parts = [
    { id: 'draft-1', type: 'draft', block: 1, at: 0, title: 'One', isOpen: false },
    { id: 'draft-1-text-0', type: 'draft-text', block: 1, text: 'One. Two. Three.' },
    cited('a', 4, {}),
    cited('b', 9, { stronger: { ...note, foundBy: 'A model' } }),
    cited('c', 16, { stronger: note }),
  ];
  const [draft] = draftsOfReply({ parts });
  expect(draft?.text).toBe('One.[^1] Two.[^2] Three.[^3]');
  expect(draft?.citations.map(({ range, stronger }) => [range?.start, stronger])).toEqual([
    [4, undefined],
    [9, 'A model says: It drops “may”.'],
    [16, undefined],
  ]);
});
