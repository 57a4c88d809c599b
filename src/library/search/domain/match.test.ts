import fc from 'fast-check';
import { expect, test } from 'vitest';

import { queryTermsOf } from '#text/domain/terms.ts';

import { coverageOf, matchesIn, mayMatch } from './match.ts';

test('the more words of a query a text contains, the better it covers the query', () => {
  const query = queryTermsOf('engine coal steam', false);
  const coverage = (text: string) => coverageOf(matchesIn(text, null, query), query);
  expect(coverage('Engines burn coal.')).toBeGreaterThan(coverage('Coal, coal and again coal.'));
  expect(coverage('Coal and coal.')).toBeGreaterThan(coverage('Coal.'));
  expect(coverage('Nothing.')).toBe(0);
  expect(coverageOf([], [])).toBe(0);
});

test('a text that can match is never ruled out', () => {
  const word = fc.constantFrom(
    'Happy happiness hopping hoping hope dying die lies École ﬁnding 1,000,000 3.14 C++ don’t U.S. Straße Häuser',
    '東京都 ｶﾞｷﾞ 한국어 ภาษาไทย 🎉 relational ponies caresses sky skies agreed plastered motoring',
  );
  const texts = fc.tuple(word, word).map((parts) => parts.join(' '));
  fc.assert(
    fc.property(texts, fc.nat(40), fc.boolean(), (text, index, isTyped) => {
      const said = text.split(' ')[index % 20] ?? '';
      const query = queryTermsOf(said, isTyped);
      if (matchesIn(text, null, query).length > 0) expect(mayMatch(text, query)).toBe(true);
      if (matchesIn(text, 'de', query).length > 0) expect(mayMatch(text, query)).toBe(true);
    }),
  );
});
