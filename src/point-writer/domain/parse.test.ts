import { expect, test } from 'vitest';

import { parseProposal } from './parse.ts';
import type { PointSource } from './point-source.ts';

const SENTENCE = 'Coffee houses opened in London in 1652.';
const surroundings = { topic: 'Coffee houses', setName: 'Coffee', setDescription: '' };
const messages = [
  { author: 'person' as const, content: 'I heard that Lloyd’s began in one. Is that so?' },
  {
    author: 'assistant' as const,
    content: `${SENTENCE} Lloyd’s   began\nin one; it’s “an insurer” today. Use <b> tags. 咖啡来自埃塞俄比亚。`,
  },
];
const conversation: PointSource = { form: 'conversation', messages, ...surroundings };
const point = { text: 'London’s first coffee house opened in 1652.', sentence: SENTENCE };
const read = (...points: object[]) => parseProposal(JSON.stringify({ points }), conversation)!;

test('a point has its sentence in the agent’s words', () => {
  expect(read(point)).toEqual([point]);
});

test('a point has its question on one line; text that is no question is left out', () => {
  expect(read({ ...point, question: ' Where did\nit open? ' })).toEqual([{ ...point, question: 'Where did it open?' }]);
  for (const question of ['', ' ', 7, null, 'x'.repeat(2_001)]) expect(read({ ...point, question })).toEqual([point]);
});

test.each([
  ['in a code fence', `\`\`\`json\n${JSON.stringify({ points: [point] })}\n\`\`\``],
  ['as a bare list', JSON.stringify([point])],
  ['as a bare object', JSON.stringify(point)],
  ['between other words', `Here: ${JSON.stringify({ points: [point] })} Enjoy {them}.`],
  ['cut off behind a point', JSON.stringify({ points: [point, point] }).slice(0, 140)],
  ['with other fields', JSON.stringify({ points: [{ ...point, grade: 'good' }], note: 'x' })],
])('an answer %s is parsed', (_, text) => {
  expect(parseProposal(text, conversation)).toEqual([point]);
});

test.each([
  ['white space', 'Lloyd’s began in one; it’s “an insurer” today.', 'Lloyd’s began in one; it’s “an insurer” today.'],
  [
    'plain quotation marks',
    `Lloyd's began in one; it's "an insurer" today.`,
    'Lloyd’s began in one; it’s “an insurer” today.',
  ],
  ['marks around it', '“Lloyd’s began in one…', 'Lloyd’s began in one'],
  ['escaped tags', 'Use &lt;b> tags.', 'Use <b> tags.'],
  ['another script', '咖啡来自埃塞俄比亚', '咖啡来自埃塞俄比亚'],
])('a sentence with %s is matched and returned as written', (_, sentence, said) => {
  expect(read({ text: 'A point.', sentence })).toEqual([{ text: 'A point.', sentence: said }]);
});

test.each([
  ['which the agent did not say', { sentence: 'Coffee houses closed in 1700.' }],
  ['in other words', { sentence: 'Coffee houses opened in London in 1653.' }],
  ['which the person said', { sentence: 'I heard that Lloyd’s began in one.' }],
  ['which is a part of a word', { sentence: 'ffee houses' }],
  ['which is next to nothing', { sentence: 'in' }],
  ['which is missing', { sentence: undefined }],
  ['with an empty point', { text: ' \n ' }],
  ['with a point that leans on another', { text: 'The other opened in Oxford.' }],
  ['with a point about what stands elsewhere', { text: 'This was the first in London.' }],
  ['with a point of more than 2,000 characters', { text: 'x'.repeat(2_001) }],
  ['with a point that is no text', { text: ['a'] }],
])('a sentence %s yields no point and affects no other', (_, change) => {
  expect(read({ ...point, ...change }, { text: 'One more point.', sentence: SENTENCE })).toEqual([
    { text: 'One more point.', sentence: SENTENCE },
  ]);
});

test('proposals are distinct, at most twelve', () => {
  const twice = read(point, { ...point, text: ' LONDON’S first coffee-house opened in 1652' });
  expect(twice).toEqual([point]);
  const many = Array.from({ length: 30 }, (_, index) => ({ text: `Point ${index}.`, sentence: SENTENCE }));
  expect(read(...many).map(({ text }) => text)).toEqual(many.slice(0, 12).map(({ text }) => text));
});

test('every sentence of a text is a source', () => {
  const text: PointSource = { form: 'text', text: `I like it.\n${SENTENCE}`, setName: 'Coffee', setDescription: '' };
  const answer = { points: [point, { text: 'I like it.', sentence: 'I like it.' }, { ...point, sentence: 'No.' }] };
  expect(parseProposal(JSON.stringify(answer), text)).toEqual(answer.points.slice(0, 2));
});

test('an empty result is valid; an answer that cannot be parsed is not', () => {
  expect(parseProposal('{"points":[]}', conversation)).toEqual([]);
  expect(parseProposal('[]', conversation)).toEqual([]);
  for (const text of ['', 'There is nothing.', '{"points":', '{"text":"x"}', 'null'])
    expect(parseProposal(text, conversation), text).toBeNull();
});
