import { expect, test } from 'vitest';

import { composeStrategy, type ReadSource } from './compose.ts';

const sources: readonly ReadSource[] = [
  {
    documentIndex: 0,
    title: 'Coal memo',
    sourceType: 'voice_memo',
    text: '# Coal\n\nNobody in the towns could list the new uses of coal beforehand. What if cheap tokens do the same to thinking?',
  },
  {
    documentIndex: 1,
    title: 'The Coal Question',
    sourceType: 'article_clip',
    text: 'The engine opened mines that the old engine could not have paid to pump. The economical use of coal increases its consumption in new uses.',
  },
  {
    documentIndex: 2,
    title: 'Rebound review',
    sourceType: 'link',
    text: 'Direct rebound for household heating lies between ten and thirty percent.',
  },
];
const passages = sources.map(({ documentIndex, text }) => ({ documentIndex, text }));
const ask = (message: string, more: Partial<Parameters<typeof composeStrategy>[0]> = {}) =>
  composeStrategy({
    sources,
    passages,
    isClose: true,
    query: message,
    history: [{ author: 'person', content: message }],
    ...more,
  });
const textOf = (told: ReturnType<typeof ask>) => told.filter((piece) => typeof piece === 'string').join('');

test('it says that it is extractive, and cites every sentence of a source with its own words', () => {
  const told = ask('new uses of coal');
  expect(textOf(told)).toContain('I am the embedded strategist');
  const quotes = textOf(told).match(/: “/g)?.length ?? 0;
  const citations = told.filter((piece) => typeof piece !== 'string');
  expect(citations.length).toBeGreaterThan(1);
  expect(citations).toHaveLength(quotes);
  for (const { documentIndex, citedText } of citations) expect(sources[documentIndex]?.text).toContain(citedText);
});

test('passages of two sources on the same matter stand side by side, and one’s own words are marked as such', () => {
  const told = textOf(ask('new uses of coal', { passages: passages.slice(0, 2) }));
  expect(told).toMatch(/Coal memo: “Nobody in the towns/);
  expect(told).toMatch(/The Coal Question: “The engine opened mines/);
});

test('a question of a source is open, and so is a word that no source has', () => {
  const told = textOf(ask('do cheap zeppelins save coal'));
  expect(told).toContain('What if cheap tokens do the same to thinking?');
  expect(told).toContain('In none of these sources: “zeppelins”');
});

test('what was said is not said again', () => {
  const first = textOf(ask('coal'));
  const history = [
    { author: 'person' as const, content: 'coal' },
    { author: 'assistant' as const, content: first },
    { author: 'person' as const, content: 'tell me more' },
  ];
  const second = textOf(ask('coal', { history }));
  for (const sentence of first.match(/“[^”]{20,}”/gu) ?? []) expect(second).not.toContain(sentence);
  expect(second).not.toContain('I am the embedded strategist');
});

test('without a match it says so and shows how the sources begin; without a source it says what to do', () => {
  expect(textOf(ask('quantum chromodynamics', { passages: [] }))).toContain('Nothing in these sources matches');
  expect(textOf(ask('anything', { sources: [], passages: [] }))).toContain('Pin some with @');
});

test('the nearest passages are said to be no more than that', () => {
  const told = textOf(ask('how do I learn a language', { isClose: false }));
  expect(told).toContain('Nothing matches closely');
  expect(told).toMatch(/: “/);
});

test('a German question is answered in German', () => {
  expect(textOf(ask('Was sagen die Quellen über die Kohle und ihre neuen Verwendungen?'))).toContain(
    'Ich bin der eingebaute Stratege',
  );
});
