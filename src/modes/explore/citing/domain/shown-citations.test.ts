import { expect, test } from 'vitest';

import type { SourceCitationPart } from '#library/storage/protocol.ts';

import { shownCitations } from './shown-citations.ts';

const source = { id: 'one', title: 'One', url: null, version: 1 };
const cite = (id: string, quote: string, more: Partial<SourceCitationPart> = {}): SourceCitationPart => ({
  id,
  type: 'source-citation',
  at: 10,
  source,
  quote,
  range: null,
  isVerified: false,
  ...more,
});

test('every quote of a source is shown, including several at one place, but equal ones only once', () => {
  const parts = [cite('a', 'first'), cite('b', 'second'), cite('c', 'invented'), cite('d', 'first')];
  expect(shownCitations(parts).map(({ number, part }) => [number, part.quote])).toEqual([
    [1, 'first'],
    [1, 'second'],
    [1, 'invented'],
  ]);
});
