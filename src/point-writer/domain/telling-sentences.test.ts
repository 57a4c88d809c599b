import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { SourceMessage } from './point-source.ts';
import { tellingSentences, withSubjects } from './telling-sentences.ts';

const set = { setName: 'Coffee', setDescription: '' };
const agent = (content: string): SourceMessage => ({ author: 'assistant', content });
const conversation = (...messages: SourceMessage[]): Parameters<typeof tellingSentences>[0] => ({
  form: 'conversation',
  messages,
  topic: 'Coffee',
  ...set,
});
const textsOf = (...contents: string[]) =>
  tellingSentences(conversation(...contents.map(agent))).map(({ text }) => text);

test.each([
  'Adenosine is a molecule that builds up while we are awake.',
  'The half-life of caffeine is about five hours.',
  'Edward Lloyd opened his coffee house in 1686.',
  'Lack of sleep causes slower reactions.',
  'Tannin means a bitter substance of plants.',
  'Adenosin ist ein Baustein der Zellen.',
  'There are four chambers in the heart.',
  'One kilogram is 1,000 grams.',
  'Both bats and whales are mammals.',
  'No planet is hotter than Venus.',
])('%s', (sentence) => {
  expect(textsOf(`Well, there it goes. ${sentence} What about it interests you most?`)).toContain(sentence);
});

test.each([
  ['a question', 'Is caffeine a drug of the brain?'],
  ['a pronoun at its beginning', 'It is a molecule that builds up in 16 hours.'],
  ['a demonstrative at its beginning', 'These are receptors of the brain.'],
  ['a word to the person', 'Caffeine is what you drink every morning.'],
  ['a word about itself', 'I have only this set to draw from, which is small.'],
  ['that there is nothing', 'Nothing in “Caffeine” is on that.'],
  ['a guess', 'Perhaps the story of the goats is made up.'],
  ['too few words', 'Coffee is old.'],
  ['no end', 'Coffee is a drink of the following kinds:'],
  ['a heading', '# Coffee is a drink of the East.'],
  ['a row of a table', '| Coffee is | a drink of the East. |'],
  ['code', '```\nCoffee is a drink of the East.\n```'],
])('a sentence that is or contains %s is no point', (_, sentence) => {
  expect(textsOf(sentence)).toEqual([]);
});

const point = (text: string) => tellingSentences({ form: 'text', text, ...set }).map((each) => each.text);

test.each([
  'The other half of the beans is roasted in Trieste.',
  'The others were sold to a merchant in Bremen.',
  'The latter contains about twice as much caffeine.',
  'The second was built in 1692 in Lombard Street.',
  'The same year brought the first public lottery.',
  'All of these are alkaloids of the plant.',
  'Most of them contain less than two percent.',
  'When it is roasted, the bean loses a fifth of its weight.',
  'In this case the receptor is blocked for hours.',
  'This blend was sold as a medicine until 1740.',
  'Another reason was the price of grain in 1771.',
  'As mentioned, the beans came from Mocha.',
  'Dieser Stoff blockiert die Rezeptoren im Gehirn.',
  'Der andere Teil wurde nach Bremen verkauft.',
  'Die zweite war das Haus in der Fleischgasse.',
  'Das ist der Grund für den hohen Preis von 1771.',
  'Außerdem verboten die Behörden 1781 das Rösten.',
  'Dazu kamen 1766 hohe Zölle auf die Einfuhr.',
  'Cette boisson était un remède contre la fatigue.',
  'L’autre moitié est vendue à Trieste en 1790.',
  'El otro grano es más amargo que el primero.',
])('a sentence that depends on others is no point: %s', (sentence) => {
  expect(point(sentence)).toEqual([]);
});

test.each([
  'The first coffee house of London opened in 1652.',
  'The second law of thermodynamics is about entropy.',
  'Othello is a tragedy by William Shakespeare.',
  'Above 100 °C water is a gas at sea level.',
  'When water boils, its vapour has the pressure of the air.',
  'Das Koffein ist ein Alkaloid der Kaffeepflanze.',
  'Die Zweite Republik wurde 1848 in Paris ausgerufen.',
  'In Italy espresso is drunk at the bar.',
])('a sentence that stands alone is a point: %s', (sentence) => {
  expect(point(sentence)).toEqual([sentence]);
});

test('only the agent’s messages are a source, and the sentence is verbatim, with its citation', () => {
  const said = 'However, **caffeine** blocks the receptors of adenosine (“Caffeine and sleep”).';
  expect(
    tellingSentences(
      conversation({ author: 'person', content: 'Tea is a drink of the East.' }, agent(`There.\n\n${said}`)),
    ),
  ).toEqual([{ text: 'Caffeine blocks the receptors of adenosine.', sentence: said }]);
});

test('a quotation in a list is a point without its marks', () => {
  expect(textsOf('**Bread**\n\n- “Yeast is a fungus of the skin of grapes. Bread is a food of the ovens.”')).toEqual([
    'Yeast is a fungus of the skin of grapes.',
    'Bread is a food of the ovens.',
  ]);
});

test('proposals are distinct, and of many the best twelve are chosen, in conversation order', () => {
  expect(textsOf('Coffee is a drink of the East.', 'Coffee is a drink, of the East.')).toHaveLength(1);
  const many = Array.from({ length: 30 }, (_, index) =>
    index % 2 ? `Herders of kind number ${index} had many goats.` : `Goat ${index} is a goat of ${1_800 + index}.`,
  );
  expect(textsOf(many.join(' '))).toEqual(many.filter((_, index) => index % 2 === 0).slice(0, 12));
});

test('each proposed sentence is in the agent’s words, for any input', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('Coffee is', ' ', '\n', 'old in 1652', '.', '?', '-', '(“a”)', '**', '咖啡')),
      (parts) => {
        const content = parts.join(' ');
        for (const { sentence } of tellingSentences(conversation(agent(content))))
          expect(content.replace(/\s+/gu, ' ')).toContain(sentence);
      },
    ),
  );
});

test('in a text, plain statements are proposed too, with their subjects named', () => {
  const text =
    'Coffee is a drink\nof the East. It reduces deep sleep. Do you like it? Lloyd opened in\n1686. There.\n\n# Tea\n\nHerders keep goats there.';
  expect(tellingSentences({ form: 'text', text, ...set })).toEqual([
    { text: 'Coffee is a drink of the East.', sentence: 'Coffee is a drink of the East.' },
    { text: 'Coffee reduces deep sleep.', sentence: 'It reduces deep sleep.' },
    { text: 'Lloyd opened in 1686.', sentence: 'Lloyd opened in 1686.' },
    { text: 'Herders keep goats there.', sentence: 'Herders keep goats there.' },
  ]);
});

test.each([
  ['Caffeine is a stimulant.', 'It blocks adenosine.', 'Caffeine blocks adenosine.'],
  ['Marie Curie was a physicist.', 'She discovered radium.', 'Marie Curie discovered radium.'],
  ['Whales are mammals.', 'Their sleep is short.', 'Whales’ sleep is short.'],
  ['The Rhine is a river.', 'Its source lies in Switzerland.', 'The Rhine’s source lies in Switzerland.'],
])('after “%s” the sentence “%s” names its subject', (before, sentence, named) => {
  expect(withSubjects([before, sentence])).toEqual([before, named]);
});

test.each([
  ['whose number differs', 'Whales are mammals.', 'It is cold.'],
  ['that is no person', 'The river is long.', 'He swam in it.'],
  ['that cannot be told', 'In 1652, coffee came to London.', 'It was new.'],
])('a subject %s is not taken', (_, before, sentence) => {
  expect(withSubjects([before, sentence])).toEqual([before, sentence]);
});

test('several sentences in a row have the same subject', () => {
  expect(withSubjects(['Caffeine is a drug.', 'It blocks adenosine.', 'It lasts for hours.'])).toEqual([
    'Caffeine is a drug.',
    'Caffeine blocks adenosine.',
    'Caffeine lasts for hours.',
  ]);
});
