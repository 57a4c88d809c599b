import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { SpokenMessage } from '#session/domain/spoken.ts';

import type { Point } from '../evaluation.ts';
import { outcomeOf } from '../outcome.ts';
import { evaluateBatchLexically } from './evaluate-batch.ts';

function point(text: string, id = 'p'): Point {
  return { id, text, context: '' };
}

function conversation(question: string, answer: string): readonly SpokenMessage[] {
  return [
    { author: 'assistant', content: question },
    { author: 'person', content: answer },
  ];
}

const caffeine = [
  'Caffeine blocks adenosine receptors in the brain',
  'Adenosine builds up while we are awake and makes us sleepy',
  'The half-life of caffeine is about five hours',
  'Coffee six hours before bed still shortens sleep by about an hour',
  'Caffeine reduces deep sleep',
  'Genes decide how fast the liver breaks caffeine down',
  'Regular users become tolerant to caffeine',
  'Withdrawal brings headaches for a few days',
].map((text, index) => point(text, String(index + 1)));
const QUESTION = 'What else do you remember about “Caffeine and sleep”?';

function recalledFrom(answer: string): string {
  return evaluateBatchLexically(caffeine, conversation(QUESTION, answer)).recalledPointIds.join(' ');
}

test.each([
  ['it works by blocking adenosine receptors in your brain', '1'],
  ['caffeine blocks the receptors for adenosine', '1'],
  ['In the brain caffeine sits on the adenosine receptors and blocks them', '1'],
  ['while awake adenosine builds up and makes you tired', '2'],
  ['half life is 5 hours', '3'],
  ['caffeine has a half-life of roughly five hours', '3'],
  ['if you drink coffee six hours before going to bed you lose about one hour of sleep', '4'],
  ['deep sleep is reduced', '5'],
  ['how fast the liver breaks down caffeine depends on your genes', '6'],
  ['when you stop you get headaches for a few days, withdrawal', '8'],
  ['It blocks adenosine receptors in the brain, the half life is about five hours and it reduces deep sleep', '1 3 5'],
  [
    'First, caffeine blocks adenosine receptors. Then adenosine builds up while awake and makes you sleepy. Oh and your genes decide how quickly the liver breaks it down.',
    '1 2 6',
  ],
])('%j is not a no for %s, and nothing else is credited', (answer, ids) => {
  const { recalledPointIds, verdicts } = evaluateBatchLexically(caffeine, conversation(QUESTION, answer));
  expect(recalledPointIds.filter((id) => !ids.split(' ').includes(id))).toEqual([]);
  expect(verdicts.filter((each) => ids.split(' ').includes(each.id) && outcomeOf(each) === 'no')).toEqual([]);
});

test.each([
  ['it blocks adenosine receptors in the brain', '1'],
  ['adenosine builds up while we are awake and makes us tired', '2'],
  ['half life is 5 hours', '3'],
  ['caffeine has a half-life of roughly five hours', '3'],
  ['caffeine reduces deep sleep', '5'],
  ['Genes determine how fast the liver breaks down caffeine. I also blocked some receptors', '6'],
])('%j is credited alone', (answer, id) => {
  expect(recalledFrom(answer)).toBe(id);
});

test.each([
  'caffeine does not block adenosine receptors',
  'caffeine does not block adenosine',
  'the half life is ten hours',
  'caffeine increases deep sleep',
  'is it about caffeine?',
  'does caffeine block something?',
  'something about sleep and caffeine',
  'adenosine',
  'caffeine affects the brain',
  'The brain has receptors for caffeine',
  'I drink coffee before bed',
  'caffeine has withdrawal and tolerance',
  'Genes decide about sleep',
  'caffeine wakes you up in the morning and I like my coffee with milk',
  "I don't know",
])('%j recalls nothing', (answer) => {
  expect(recalledFrom(answer)).toBe('');
});

test('every point typed verbatim is recalled, alone and among others', () => {
  for (const { id, text } of caffeine) expect(recalledFrom(`${text.toUpperCase()}.`)).toBe(id);
  expect(recalledFrom(caffeine.map(({ text }) => text).join('. '))).toBe('1 2 3 4 5 6 7 8');
});

test('a contrary statement is contradicted, with the words that say it as quote', () => {
  const evaluation = evaluateBatchLexically(
    [point('Caffeine blocks adenosine receptors')],
    conversation(QUESTION, 'Well, caffeine does not block adenosine. Good night'),
  );
  expect(evaluation).toEqual({
    recalledPointIds: [],
    confidencePerPoint: { p: 0.7 },
    feedback:
      'Wrong: "caffeine does not block adenosine" (what is affirmed there is denied, or the reverse). Ask them to look at it again.',
    verdicts: [
      {
        id: 'p',
        verdict: 'contradicted',
        confidence: 0.7,
        quote: 'caffeine does not block adenosine',
        observation: 'Says otherwise: what is affirmed there is denied, or the reverse.',
        missing: 'what it does',
      },
    ],
  });
});

test.each([
  ['Paris is the capital of France', 'What is the capital of France?', 'Paris'],
  ['Paris is the capital of France', 'What is the capital of France?', 'I think it is Paris'],
  ['The French Revolution began in 1789', 'When did the French Revolution begin?', '1789'],
  ['Caffeine blocks adenosine receptors', 'What is missing?\n\n“Caffeine blocks ____ ____”', 'adenosine receptors'],
  ['1789', 'When?', 'In 1789'],
  ['Mitochondria make ATP', 'And the cell?', 'mitochondria produce ATP'],
  ['Mitochondria make ATP', 'And the cell?', 'mitochondira make ATP'],
  ['カフェインはアデノシン受容体を遮断する', '', 'カフェインはアデノシン受容体を遮断します'],
  ['الكافيين يحجب مستقبلات الأدينوزين', '', 'الكافيين يحجب مستقبلات الأدينوزين'],
  ['Das Koffein blockiert die Rezeptoren', '', 'die Rezeptoren werden vom Koffein blockiert'],
  ['🔥', '', 'so 🔥 it is'],
  ['a + b', '', 'a + b'],
])('%j after %j is recalled by %j', (text, question, answer) => {
  expect(evaluateBatchLexically([point(text)], conversation(question, answer)).recalledPointIds).toEqual(['p']);
});

test.each([
  ['Paris is the capital of France', 'What is the capital of France?', 'Lyon'],
  ['Paris is the capital of France', 'What is the capital of France?', 'the capital of France'],
  ['The French Revolution began in 1789', 'When did the French Revolution begin?', '1798'],
  ['Caffeine blocks adenosine receptors', 'What is missing?\n\n“Caffeine ____ ____ ____”', 'Caffeine ____ ____ ____'],
  ['1789', 'When?', '1790'],
  ['Paris', 'Where?', 'It is not Paris'],
  ['Not all bacteria are harmful', 'And bacteria?', 'all bacteria are harmful'],
  ['Water boils at 100 °C', 'And water?', 'water boils at 90 °C'],
])('%j after %j is not recalled by %j', (text, question, answer) => {
  expect(evaluateBatchLexically([point(text)], conversation(question, answer)).recalledPointIds).toEqual([]);
});

test.each([
  ['The half-life of caffeine is about five hours', 'caffeine has a half-life', 'a number'],
  ['Bees dance to show where food is, and they hum to warm the hive', 'bees dance for food', 'one of its two parts'],
  ['Napoleon was born on Corsica', 'Napoleon was born', 'a place'],
  ['The theory was proposed by Alfred Wegener', 'someone proposed the theory', 'a name'],
  ['The library opens in the morning', 'the library opens', 'a time'],
  ['Bees dance to show where food is', 'I like trains', 'all of it'],
])('of %j, %j lacks %s', (text, answer, missing) => {
  expect(evaluateBatchLexically([point(text)], conversation(QUESTION, answer)).verdicts[0]?.missing).toBe(missing);
});

test('what is missing uses no word of the point that was not said', () => {
  const words = ['name', 'number', 'detail', 'part', 'reason', 'Rome', 'five', 'because', 'grows', 'time', 'moss'];
  fc.assert(
    fc.property(fc.uniqueArray(fc.constantFrom(...words), { minLength: 1 }), fc.nat(words.length), (text, said) => {
      const unsaid = text.slice(said).map((word) => word.toLowerCase());
      const answer = `it is ${text.slice(0, said).join(' ')}`;
      const { verdicts } = evaluateBatchLexically([point(text.join(' '))], conversation('Well?', answer));
      const told = (verdicts[0]?.missing ?? '').split(' ');
      expect(told.filter((word) => unsaid.includes(word))).toEqual([]);
    }),
  );
});

test('a partial answer is uncertain, and a credited one, a contrary one and one about something else are not', () => {
  const isUncertain = (answer: string) =>
    evaluateBatchLexically(
      [point('Adenosine builds up while we are awake, and sleep clears it away')],
      conversation(QUESTION, answer),
    ).verdicts[0]?.isUncertain;
  expect(isUncertain('adenosine builds up in the day')).toBe(true);
  expect(isUncertain('adenosine builds up while we are awake and sleep clears it away')).toBeUndefined();
  expect(isUncertain('adenosine builds up while we are asleep, and sleep clears it away')).toBeUndefined();
  expect(isUncertain('I like trains')).toBeUndefined();
});

test('a second half completes what the person said about a point earlier', () => {
  const messages = [
    ...conversation('What about caffeine?', 'It blocks receptors in the brain'),
    ...conversation('Part of that is there. What else about caffeine?', 'those for adenosine'),
  ];
  const { recalledPointIds } = evaluateBatchLexically(
    [point('Caffeine blocks adenosine receptors in the brain')],
    messages,
  );
  expect(recalledPointIds).toEqual(['p']);
});

test('only the person’s messages are evaluated', () => {
  const said = [{ author: 'assistant', content: 'Paris' }] as const;
  expect(evaluateBatchLexically([point('Paris')], said).recalledPointIds).toEqual([]);
  expect(evaluateBatchLexically([point('Paris')], []).recalledPointIds).toEqual([]);
});

test('every point gets a verdict, and every quote is in the message, for any input', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc
      .array(
        fc.constantFrom(
          'caffeine',
          'blocks',
          'not',
          'five',
          '5',
          'the',
          '咖啡因',
          'é',
          '?',
          ',',
          '🙂',
          "don't",
          'قهوة',
        ),
      )
      .map((words) => words.join(' ')),
  );
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 5 }), anything, anything, (texts, question, answer) => {
      const points = texts.map((text, index) => point(text, String(index)));
      const { verdicts } = evaluateBatchLexically(points, conversation(question, answer));
      expect(verdicts.map((verdict) => verdict.id)).toEqual(points.map(({ id }) => id));
      expect(
        verdicts.every(({ quote, confidence }) => answer.includes(quote) && confidence >= 0 && confidence <= 1),
      ).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('any point is recalled by typing it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), (text) => {
      fc.pre(/[\p{L}\p{N}]/u.test(text) && !/https?:|\]\(/.test(text));
      const { recalledPointIds } = evaluateBatchLexically([point(text)], conversation('', text));
      expect(recalledPointIds).toEqual(['p']);
    }),
    { numRuns: 1000 },
  );
});
