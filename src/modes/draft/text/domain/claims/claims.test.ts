import { expect, test } from 'vitest';

import { draftCitation } from '../../../../../../fixtures/draft/draft-citation.ts';
import type { DraftCitation } from '../../../protocol.ts';
import { claimsOf, figuresIn, quotationsIn, type SourceContent } from './claims.ts';

const citation = draftCitation({
  quote: 'coal per stroke fell by 50%',
  sourceVersion: 2,
  claim: 'Coal per stroke fell by half in engines that pumped water.',
});
const source: SourceContent = { content: 'They say coal per stroke\nfell by 50%, “a confusion of ideas”.', version: 2 };

function standing(text: string, now: SourceContent | null = source) {
  return claimsOf({ text, citations: [citation] }, () => now).map((claim) => claim.standing);
}

test('a claim holds while the source has its quote and its words are unchanged', () => {
  const text = `First. ${citation.claim}[^1] More.`;
  expect(claimsOf({ text, citations: [citation] }, () => source)).toEqual([
    {
      number: 1,
      at: 65,
      start: 7,
      end: 65,
      claim: citation.claim,
      citation,
      standing: 'holds',
      range: { start: 9, end: 36 },
    },
  ]);
  expect(standing('Coal per stroke fell by half in engines that pumped clear water[^1].')).toEqual(['holds']);
  expect(standing(`${citation.claim}[^1]`, { ...source, version: 3 })).toEqual(['holds']);
});

test('a sentence that occurs twice is found where it was cited, also in drafts without ranges', () => {
  const twice = { content: 'It rained. In May the river rose. It rained.', version: 2 };
  const [first, second] = [twice.content.indexOf('It rained'), twice.content.lastIndexOf('It rained')];
  const cited = draftCitation({ quote: 'It rained.', sourceVersion: 2, claim: 'It rained.' });
  const placeOf = (range?: DraftCitation['range'], content = twice.content) =>
    claimsOf({ text: 'It rained.[^1]', citations: [{ ...cited, ...(range && { range }) }] }, () => ({
      content,
      version: 2,
    }))[0]?.range?.start;
  expect(placeOf()).toBe(first);
  expect(placeOf({ start: second, end: second + 10 })).toBe(second);
  // The text before it has grown since.
  expect(placeOf({ start: second, end: second + 10 }, `Rain. ${twice.content}`)).toBe(second + 6);
});

test('a source is read once, for any number of claims', () => {
  let reads = 0;
  const counted = {
    version: source.version,
    get content() {
      reads += 1;
      return source.content;
    },
  };
  const citations = [citation, { ...citation, number: 2, quote: 'They say' }];
  const text = `${citation.claim}[^1] Another.[^2] ${citation.claim}[^1]`;
  expect(claimsOf({ text, citations }, () => counted).map(({ range }) => range?.start)).toEqual([9, 0, 9]);
  expect(reads).toBe(1);
});

test('a quote that the source lacks is flagged, and whether the source was edited since', () => {
  const text = `${citation.claim}[^1]`;
  expect(standing(text, { content: 'Something else.', version: 2 })).toEqual(['not-in-source']);
  expect(standing(text, { content: 'Something else.', version: 3 })).toEqual(['source-edited']);
  expect(standing(text, null)).toEqual(['source-gone']);
  expect(standing('A claim.[^2]')).toEqual(['unknown']);
});

test('the source must contain a claim’s own quotations', () => {
  const before = 'Coal per stroke fell by half in engines that pumped water';
  expect(standing(`${before}, "a confusion of ideas,"[^1]`)).toEqual(['holds']);
  expect(standing(`${before}, "a clear idea"[^1]`)).toEqual(['not-in-source']);
});

test('other words or another figure make another claim', () => {
  expect(standing('Coal became cheaper everywhere.[^1]')).toEqual(['edited']);
  expect(standing('Coal per stroke fell by half in 1784 in engines that pumped water.[^1]')).toEqual(['edited']);
  expect(standing('Coal per stroke fell by 50% in engines that pumped water.[^1]')).toEqual(['holds']);
  expect(standing('fell by 50%[^1]')).toEqual(['holds']);
});

test('figures are compared by value', () => {
  expect([...figuresIn('In 1865, 1,000 engines and 12.5% of 1000')]).toEqual(['1865', '1000', '12.5']);
});

test('two words between quotation marks are a quotation, one is not', () => {
  expect(quotationsIn('He said “wholly a confusion”, "of ideas" and „in der Tat“, not “this”.')).toEqual([
    'wholly a confusion',
    'of ideas',
    'in der Tat',
  ]);
});
