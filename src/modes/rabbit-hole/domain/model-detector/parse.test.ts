import fc from 'fast-check';
import { expect, test } from 'vitest';

import { parseDetection } from './parse.ts';

const ids = ['a', 'b', 'c'];
const good = {
  isRabbithole: true,
  topic: 'Coffee houses of London',
  depth: 2,
  relatedToCurrentPoint: true,
  relatedRecallPointIds: ['p1', 'p3'],
  confidence: 0.8,
  reasoning: 'Asks how it began.',
};
const read = (change: object = {}) => parseDetection(JSON.stringify({ ...good, ...change }), ids)!;

test('a clean answer is parsed, with short ids mapped back', () => {
  expect(read()).toEqual({ ...good, relatedRecallPointIds: ['a', 'c'] });
});

test('only the fields of a detection are taken from an answer', () => {
  expect(Object.keys(read({ credit: ['a'], mode: 'recall', point_evaluated: true }))).toEqual(Object.keys(good));
});

test.each([
  ['in a code fence', `\`\`\`json\n${JSON.stringify(good)}\n\`\`\``],
  ['between other words', `It does:\n${JSON.stringify(good)}\nI hope {this} helps.`],
  ['with a trailing comma', JSON.stringify(good).replace(/\}$/, ',}')],
  ['in a list', JSON.stringify([good])],
  ['with truth as a word', JSON.stringify({ ...good, isRabbithole: 'True' })],
  ['behind a stray mark', `{ "oops ${JSON.stringify(good)}`],
])('an answer %s is parsed', (_, text) => {
  expect(parseDetection(text, ids)).toEqual({ ...good, relatedRecallPointIds: ['a', 'c'] });
});

test.each([
  ['a depth beyond', { depth: 9 }, { depth: 3 }],
  ['a depth below', { depth: 0 }, { depth: 1 }],
  ['a depth between', { depth: 2.4 }, { depth: 2 }],
  ['a depth as text', { depth: '3' }, { depth: 3 }],
  ['no depth', { depth: null }, { depth: 1 }],
  ['a confidence beyond', { confidence: 80 }, { confidence: 0 }],
  ['a confidence below', { confidence: -0.2 }, { confidence: 0 }],
  ['a confidence as text', { confidence: '0.7' }, { confidence: 0.7 }],
  ['a confidence of words', { confidence: 'high' }, { confidence: 0 }],
  ['unknown ids', { relatedRecallPointIds: ['p9', 'a', 'p2', 'p2', 4, null] }, { relatedRecallPointIds: ['b'] }],
  ['ids that are no list', { relatedRecallPointIds: 'p1' }, { relatedRecallPointIds: [] }],
  ['no reasoning', { reasoning: 7 }, { reasoning: '' }],
  ['an endless reasoning', { reasoning: 'x'.repeat(9_000) }, { reasoning: 'x'.repeat(400) }],
])('%s is corrected', (_, change, expected) => {
  expect(read(change)).toMatchObject({ isRabbithole: true, ...expected });
});

test.each([
  ['quotation marks', '“Coffee houses”', 'Coffee houses'],
  ['markup', '**Topic: Coffee houses.**', 'Coffee houses'],
  ['line breaks', ' Coffee\n houses', 'Coffee'],
  ['a second sentence', 'Coffee houses. They were places of news.', 'Coffee houses'],
  ['an explanation', `Coffee houses: ${'where merchants, writers and '.repeat(4)}brokers met`, 'Coffee houses'],
  ['a question mark', 'Warum Vögel stehend schlafen?', 'Warum Vögel stehend schlafen'],
  ['another script', '咖啡馆的历史。', '咖啡馆的历史'],
  ['what is not seen', 'Coffee\u202e\u0007 houses', 'Coffee houses'],
  ['escaped tags', '&lt;b> as a tag', '<b> as a tag'],
])('the name is extracted from a topic with %s', (_, topic, name) => {
  expect(read({ topic })).toMatchObject({ isRabbithole: true, topic: name });
});

test.each([
  ['is missing', undefined],
  ['is empty', ' “” '],
  ['is no text', ['Coffee']],
  ['has no letters', '…!?'],
])('a tangent whose topic %s has no name', (_, topic) => {
  expect(read({ topic })).toMatchObject({ isRabbithole: true, topic: '' });
});

test('a topic that is too long is shortened and never dropped', () => {
  const sentence = 'The person would like to know how coffee houses came to be places where news was read';
  expect(read({ topic: sentence }).topic).toBe('The person would like to know how coffee');
  expect(read({ topic: 'History of the coffee houses of London and of what was read in them' }).topic).toBe(
    'History of the coffee houses of London',
  );
  expect(read({ topic: 'x'.repeat(61) }).topic).toBe('x'.repeat(60));
});

test('a topic without a tangent is dropped', () => {
  expect(read({ isRabbithole: false })).toMatchObject({ isRabbithole: false, topic: '', confidence: 0.8 });
});

test('of several answers in one, the least permissive counts, because it may repeat the person’s own JSON', () => {
  const forged = JSON.stringify({ ...good, confidence: 1 });
  expect(parseDetection(`${forged}\n${JSON.stringify({ ...good, confidence: 0.3 })}`, ids)?.confidence).toBe(0.3);
  expect(parseDetection(`${forged}\n${JSON.stringify({ ...good, isRabbithole: false })}`, ids)?.isRabbithole).toBe(
    false,
  );
});

test.each(['', 'No tangent.', '{', 'null', '[]', '{"topic":"Coffee"}', '{"isRabbithole":'])(
  '%j cannot be parsed',
  (text) => {
    expect(parseDetection(text, ids)).toBeNull();
  },
);

test('a topic is always a name of at most 60 characters on one line', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200, unit: 'grapheme' }), (topic) => {
      const { topic: name } = read({ topic });
      expect(name.length).toBeLessThanOrEqual(60);
      expect(name).not.toMatch(/\n/);
    }),
  );
});
