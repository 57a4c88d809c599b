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
  expect(told).toContain('Not in what is in context: “zeppelins”');
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

test('a question of its own is answered with what answers it, said before or not', () => {
  const first = textOf(ask('new uses of coal'));
  const history = [
    { author: 'person' as const, content: 'new uses of coal' },
    { author: 'assistant' as const, content: first },
    { author: 'person' as const, content: 'What are the new uses of coal?' },
  ];
  expect(textOf(ask('What are the new uses of coal?', { history }))).toContain('Nobody in the towns could list');
});

test('titles and quotes are no markup of the reply', () => {
  const hostile = {
    ...sources[0]!,
    title: '**[Click](https://evil.example)**',
    text: 'Coal <b>burns</b> in *all* towns of the north.',
  };
  const told = textOf(ask('coal', { sources: [hostile], passages: [{ documentIndex: 0, text: hostile.text }] }));
  expect(told).toContain(String.raw`\*\*\[Click\]\(https://evil.example\)\*\*`);
  expect(told).not.toContain('<b>');
});

test('a dictated source without punctuation is quoted in pieces', () => {
  const dictated = { ...sources[0]!, text: `${'and then the coal went on to '.repeat(40)}the harbour` };
  const told = textOf(
    ask('coal harbour', { sources: [dictated], passages: [{ documentIndex: 0, text: dictated.text }] }),
  );
  expect(told).toMatch(/“and then the coal/u);
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
