import { expect, test } from 'vitest';

import { checkCitation, type CitableDocument } from '#library/storage/domain/check-citation.ts';

import type { ExplorePart, RetrievedSource } from '../../protocol.ts';
import { withExploreParts } from './citation-parts.ts';
import { shownCitations } from './shown-citations.ts';

const entry: RetrievedSource = {
  id: 'source',
  title: 'The Coal Question',
  preview: '',
  sourceType: 'article_clip',
  sourceUrl: null,
  bucketId: null,
  bucketName: null,
  createdAt: 0,
  retrievalMethod: 'pinned',
  matchedBy: 'pin',
  tokens: 10,
  included: true,
  version: 3,
  place: 'documents',
};
const content = 'It is wholly a “confusion of ideas” to suppose that\nthe economical use — of fuel — is enough.';
const document: CitableDocument = { entry, text: content };
const cite = (citedText: string, documentIndex = 0, documents: readonly CitableDocument[] = [document]) =>
  checkCitation({ type: 'citation', documentIndex, citedText }, documents);

test('a quote is found regardless of its spaces, dashes and quotation marks, and its position is returned', () => {
  const { isVerified, range, source } = cite('a "confusion of ideas" to suppose that the  economical use - of fuel');
  expect({ isVerified, source }).toEqual({
    isVerified: true,
    source: { id: 'source', title: 'The Coal Question', url: null, version: 3 },
  });
  expect(range && content.slice(range.start, range.end)).toBe(
    'a “confusion of ideas” to suppose that\nthe economical use — of fuel',
  );
});

test('quotes that the source lacks and sources that do not exist are unverified, but stay', () => {
  expect(cite('coal is diminished')).toMatchObject({ isVerified: false, range: null, quote: 'coal is diminished' });
  expect(cite('confusion', 7)).toMatchObject({ source: null, quote: 'confusion', range: null, isVerified: false });
  expect(cite('   ')).toMatchObject({ isVerified: false });
  expect(cite('it is partly a')).toMatchObject({ isVerified: false });
});

test('a quote of a few function words is not verified', () => {
  for (const short of ['It', 'to', 'of'])
    expect([short, cite(short)]).toMatchObject([short, { isVerified: false, range: { start: expect.any(Number) } }]);
  for (const short of ['economical use', 'of fuel — is', 'confusion of', 'fuel'])
    expect([short, cite(short).isVerified]).toEqual([short, true]);
  // The quote ends inside a word.
  expect(cite('is a “con')).toMatchObject({ isVerified: false, range: null });
  const japanese = { entry, text: '石炭の経済的な使用は消費を減らすことと同じである。' };
  expect(cite('石炭の経済', 0, [japanese])).toMatchObject({ isVerified: true });
  expect(cite('石油の経済', 0, [japanese])).toMatchObject({ isVerified: false });
});

test('a sentence that occurs twice is opened where the provider found it', () => {
  const sentence = 'It rained. ';
  const text = `😀 ${sentence}In May the river rose. ${sentence}`;
  const second = text.lastIndexOf(sentence);
  const at = (start: number, citedText = sentence) =>
    checkCitation({ type: 'citation', documentIndex: 0, citedText, place: { start, end: start + citedText.length } }, [
      { entry, text },
    ]);
  const found = { isVerified: true, range: { start: second, end: second + 10 } };
  // Also finds the quote if the provider counts code points, or quotes with other spaces.
  expect([at(second), at(second - 1), at(second + 2, 'It  rained.')]).toMatchObject([found, found, found]);
  expect(at(second, 'It poured.')).toMatchObject({ isVerified: false, range: null });
  expect(at(3, 'It')).toMatchObject({ isVerified: true, range: { start: 3, end: 5 } });
});

test('a position in a part of a source is mapped to the whole source', () => {
  const whole = 'First part. Between. Second part.';
  const ranges = [
    { start: 0, end: 11 },
    { start: 21, end: 33 },
  ];
  const text = ranges.map(({ start, end }) => whole.slice(start, end)).join('\n\n[…]\n\n');
  const shown = { entry: { ...entry, ranges, place: 'tail' as const }, text };
  const { range } = cite('Second part', 0, [shown]);
  expect(range && whole.slice(range.start, range.end)).toBe('Second part');
  expect(cite('First part. … Second part.', 0, [shown])).toMatchObject({
    isVerified: true,
    range: { start: 0, end: 32 },
  });
});

test('a reply keeps its text, and its citations and usage become parts with their positions', async () => {
  async function* reply() {
    yield await Promise.resolve('It is a confusion. ');
    yield { type: 'citation' as const, documentIndex: 0, citedText: 'confusion of ideas' };
    yield 'More.';
    const usage = { inputTokens: 5, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 2 };
    yield { type: 'usage' as const, usage, costMicros: 12 };
  }
  const told: (string | ExplorePart)[] = [];
  for await (const piece of withExploreParts(reply(), [document])) told.push(piece);
  expect(told.filter((piece) => typeof piece === 'string')).toEqual(['It is a confusion. ', 'More.']);
  const parts = told.filter((piece) => typeof piece !== 'string');
  expect(parts).toMatchObject([
    { id: 'citation-1', at: 19, isVerified: true },
    { id: 'usage', inputTokens: 5, costMicros: 12 },
  ]);
  expect(shownCitations([...parts, ...parts]).map(({ number }) => number)).toEqual([1]);
});
