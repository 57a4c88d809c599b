import { expect, test } from 'vitest';

import { suggestedQuestions } from './suggested-questions.ts';

const source = (title: string, text: string, isOwn = true) => ({ id: title, title, text, isOwn });
const questionsOf = (...texts: readonly string[]) =>
  suggestedQuestions(texts.map((text, place) => source(`Note ${place + 1}`, text))).map(({ question }) => question);

test('questions that sources ask come first, one for each source, in its order', () => {
  const asking = 'The bill tripled. What would keep spending flat? Who pays for the second year?';
  expect(
    suggestedQuestions([source('Silent', 'Ice floats on water because it is lighter.'), source('Prices', asking)]),
  ).toEqual([
    { question: 'What would keep spending flat?', sourceIds: ['Prices'], titles: ['Prices'] },
    { question: 'What is “Silent” about?', sourceIds: ['Silent'], titles: ['Silent'] },
  ]);
  expect(questionsOf('猫はなぜ夜に鳴くのですか？ 猫は動物です。')).toEqual(['猫はなぜ夜に鳴くのですか？']);
});

test('questions of the person’s own sources come before those of others', () => {
  const sources = [
    source('README', 'How do I install the program?', false),
    source('Rents', 'Rents rose in the year that the squares were built.'),
    source('Tolls', 'The tolls fell. Who paid for the bridges then?'),
  ];
  expect(suggestedQuestions(sources).map(({ question }) => question)).toEqual([
    'Who paid for the bridges then?',
    'What is “Rents” about?',
    'How do I install the program?',
  ]);
  const page = source('Canals', 'The canals carried rice to the capital.', false);
  expect(suggestedQuestions([page, source('Rents', 'Rents rose then.')]).map(({ question }) => question)).toEqual([
    'What do “Rents” and “Canals” have in common?',
    'What is “Rents” about?',
    'What is “Canals” about?',
  ]);
});

test.each([
  ['leans on the sentence before it', 'Rents rose. But did they rise before the squares were built?'],
  ['speaks to the reader of a page', 'Do you want to hear more about cities every week?'],
  ['is hardly one', 'We met again in May. How are you? The sea was cold.'],
  ['is part of a quotation', 'She asked: “Who first saw a use that was on no list?” Nobody knew.'],
])('a question that %s is not suggested', (_, text) => {
  expect(questionsOf(text)).toEqual(['What is “Note 1” about?']);
});

test('two sources without questions are compared, and at most three questions are offered', () => {
  const silent = ['Coal', 'Oil', 'Wood', 'Peat'].map((fuel) => `${fuel} was cheaper than anybody had said before.`);
  expect(questionsOf(...silent)).toEqual([
    'What do “Note 1” and “Note 2” have in common?',
    'What is “Note 3” about?',
    'What is “Note 4” about?',
  ]);
  expect(questionsOf('Der Kaffee war teuer und die Milch war es nicht.')).toEqual(['Worum geht es in „Note 1“?']);
});

test('code, addresses and empty sources lead to no question, and no question is offered twice', () => {
  expect(questionsOf('```js\nconst a = b ? c : d;\n```', '', '    x = y?')).toEqual([]);
  expect(questionsOf('Why does everybody shout?', 'Why does everybody shout?')).toEqual(['Why does everybody shout?']);
});
