import { expect, test } from 'vitest';

import { formulasIn } from '#text/domain/formulas.ts';

import { composeStrategy, type ReadSource } from './compose.ts';

const source = (documentIndex: number, title: string, text: string): ReadSource => ({
  documentIndex,
  title,
  text,
  similarity: 0,
  found: [text],
  isChosen: false,
});
const sources: readonly ReadSource[] = [
  source(
    0,
    'Coal memo',
    '# Coal\n\nNobody in the towns could list the new uses of coal beforehand. What if cheap tokens do to thinking what coal did?',
  ),
  source(
    1,
    'The Coal Question',
    'The engine opened mines that the old engine\ncould not have paid to pump. The economical use of coal increases its\nconsumption in new uses.[^1]\n\n[^1]: Coal, p. 140.',
  ),
  source(2, 'Rebound review', 'Direct rebound for household heating lies between ten and thirty percent.'),
];
const ask = (message: string, more: Partial<Parameters<typeof composeStrategy>[0]> = {}) =>
  composeStrategy({
    sources,
    isClose: true,
    query: message,
    history: [{ author: 'person', content: message }],
    ...more,
  });
const textOf = (told: ReturnType<typeof ask>) => told.filter((piece) => typeof piece === 'string').join('');

test('one line says that it quotes and does not think, and every citation has the quoted words', () => {
  const told = ask('new uses of coal');
  expect(textOf(told).split('\n')[0]).toMatch(/^Built in, without a language model: the passages of your sources/u);
  const quotes = textOf(told).match(/“/g)?.length ?? 0;
  const citations = told.filter((piece) => typeof piece !== 'string');
  expect(citations.length).toBeGreaterThan(1);
  expect(citations).toHaveLength(quotes);
  for (const { documentIndex, citedText, place } of citations)
    expect(sources[documentIndex]?.text.slice(place?.start, place?.end)).toBe(citedText);
  expect(citations.every(({ place }) => place)).toBe(true);
});

test('whole sentences are listed under the title of their source', () => {
  const told = textOf(ask('new uses of coal'));
  expect(told).toContain('**Coal memo**\n\n- “Nobody in the towns could list the new uses of coal beforehand.”');
  expect(told).toContain(
    '**The Coal Question**\n\n- “The economical use of coal increases its consumption in new uses.”',
  );
  expect(told).not.toContain('Rebound review');
});

test('a comparison quotes both sides, including a side that is the title of a source', () => {
  const two = [
    source(0, 'Slip', 'Slip is thin clay. It joins handles to cups.'),
    source(1, 'On surfaces', 'A glaze is glass. Glaze seals the pot.'),
  ];
  const told = textOf(ask('Compare slip and glaze', { sources: two }));
  expect(told).toContain('**Slip**');
  expect(told).toContain('**On surfaces**');
});

test('a question in a source is open if it shares the subject, and a word that no source has is named', () => {
  const told = textOf(ask('do new uses save coal'));
  expect(told).toMatch(/Open questions\*\*\n\n- Coal memo: “What if cheap tokens/u);
  expect(textOf(ask('percent of heating'))).not.toContain('What if cheap tokens');
  expect(textOf(ask('zeppelins and airships over mines'))).toContain('Not in what is in context: “zeppelins”');
});

test('earlier sentences are not repeated', () => {
  const first = textOf(ask('coal'));
  const history = [
    { author: 'person' as const, content: 'coal' },
    { author: 'assistant' as const, content: first },
    { author: 'person' as const, content: 'tell me more' },
  ];
  const second = textOf(ask('coal', { history }));
  for (const sentence of first.match(/“[^”]{20,}”/gu) ?? []) expect(second).not.toContain(sentence);
  expect(second).not.toContain('Built in, without a language model');
});

test('“tell me more” continues with the remaining sentences of the quoted sources', () => {
  const kiln = source(0, 'Lime kilns', 'A lime kiln burns for four days. Boys fed it at night. Coal came by barge.');
  const others = source(1, 'Barges', 'A barge is drawn by one horse.');
  const first = textOf(ask('How long does a lime kiln burn?', { sources: [kiln, others] }));
  const told = (message: string) => {
    const said = [
      { author: 'person' as const, content: 'How long does a lime kiln burn?' },
      { author: 'assistant' as const, content: first },
      { author: 'person' as const, content: message },
    ];
    return textOf(ask('How long does a lime kiln burn?', { sources: [kiln, others], history: said }));
  };
  const second = told('Tell me more');
  expect(second).toMatch(/Boys fed it|Coal came/);
  expect(second).not.toContain('one horse');
});

test('a question with a new subject gets its answer, repeated or not', () => {
  const first = textOf(ask('new uses of coal'));
  const history = [
    { author: 'person' as const, content: 'new uses of coal' },
    { author: 'assistant' as const, content: first },
    { author: 'person' as const, content: 'What are the new uses of coal?' },
  ];
  expect(textOf(ask('What are the new uses of coal?', { history }))).toContain('Nobody in the towns could list');
});

test('titles and quotes do not act as markup of the reply', () => {
  const hostile = source(0, '**[Click](https://evil.example)**', 'Coal <b>burns</b> in *all* towns of the north.');
  const told = textOf(ask('coal', { sources: [hostile] }));
  expect(told).toContain(String.raw`\*\*[Click\](https://evil.example)\*\*`);
  expect(told).not.toContain('<b>');
  const code = source(0, 'Maps', 'A map calls f(x) and returns {a} for [b] of coal.');
  const shown = textOf(ask('coal', { sources: [code] }));
  expect(formulasIn(shown)).toEqual([]);
  expect(shown).not.toMatch(/\\[({]/);
});

test('without a match it says so and shows the beginnings of the sources; without a source it says what to do', () => {
  const none = { sources: sources.map((each) => ({ ...each, found: [], isChosen: true })) };
  expect(textOf(ask('quantum chromodynamics', none))).toContain('Nothing in these sources matches');
  // It promises no passages if it has none.
  expect(textOf(ask('quantum chromodynamics', none))).toMatch(/^Built in, without a language model: it quotes/u);
  expect(textOf(ask('quantum chromodynamics', none))).toContain('**Coal memo**');
  expect(textOf(ask('quantum chromodynamics'))).not.toContain('Coal memo');
  expect(textOf(ask('anything', { sources: [] }))).toContain('Pin some with @');
});

test('the nearest passages are presented as no more than that', () => {
  const told = textOf(ask('how do the towns of the moon learn languages from poets', { isClose: false }));
  expect(told).toContain('Nothing matches closely');
  expect(told).toMatch(/- “/);
});

test('matches by words alone, if no source has some word of the question, are presented as the nearest', () => {
  const told = textOf(ask('which tram timetables use tokens'));
  expect(told).toContain('Nothing matches closely.');
  expect(told).toContain('“tram”');
  expect(told.match(/“[A-Z]/gu)).toHaveLength(1);
  const near = sources.map((each) => ({ ...each, similarity: 0.6 }));
  expect(textOf(ask('which tram timetables use tokens', { sources: near }))).not.toContain('Nothing matches closely.');
});

test('its phrases are German if the person’s or the sources’ words are, and neutral in other languages', () => {
  expect(textOf(ask('Was sagen die Quellen über die Kohle und ihre neuen Verwendungen?'))).toContain(
    'Eingebaut, ohne Sprachmodell',
  );
  const german = source(0, 'Dom', 'Der Dombau wurde 1248 begonnen, und die Hütte ist heute noch da.');
  const answer = textOf(ask('Dombau 1248', { sources: [german] }));
  expect(answer).toContain('Eingebaut, ohne Sprachmodell');
  expect(answer).toContain('„Der Dombau wurde 1248 begonnen, und die Hütte ist heute noch da.“');
  const told = textOf(ask('Quels sont les usages du coal pour les villes ?'));
  expect(told).toContain('without a language model:');
  expect(told).not.toContain('Open questions');
});

test('a question with words of several languages is answered in the language of the passages', () => {
  const german = source(0, 'Heimweh', 'Heimweh ist die Krankheit der Söldner. Wer zurück ist, sucht ein anderes.');
  expect(textOf(ask('Was hilft gegen Heimweh?', { sources: [german] }))).toContain('Eingebaut, ohne Sprachmodell');
  const english = source(0, 'Homesick', 'Homesickness was an illness of soldiers. Those who were back sought another.');
  expect(textOf(ask('What was homesickness?', { sources: [english] }))).toContain('Built in, without a language model');
});
