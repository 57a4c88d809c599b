import fc from 'fast-check';
import { expect, test } from 'vitest';

import { creditable } from '../../../asking/domain/credit.ts';
import { type Outcome, outcomeOf } from '../outcome.ts';
import { evaluateBatchLexically } from './evaluate-batch.ts';

interface Turn {
  readonly question: string;
  readonly answer: string;
}

function verdictOn(text: string, ...turns: readonly Turn[]) {
  const points = [{ id: 'p', text, context: '' }];
  const messages = turns.flatMap(
    ({ question, answer }) =>
      [
        { author: 'assistant', content: question },
        { author: 'person', content: answer },
      ] as const,
  );
  const evaluation = evaluateBatchLexically(points, messages);
  const [verdict] = evaluation.verdicts;
  if (!verdict) throw new Error('Every point gets a verdict.');
  const said = messages.at(-1)?.content ?? '';
  const outcome = outcomeOf(verdict);
  expect(creditable(evaluation, said, points).length).toBe(outcome === 'yes' ? 1 : 0);
  expect(said).toContain(verdict.quote);
  return { ...verdict, outcome };
}

function outcomeFor(text: string, answer: string, question = 'What do you remember?'): Outcome {
  return verdictOn(text, { question, answer }).outcome;
}

/** Points of several sets: a word of each, and words of the same kind that are no synonyms of it. */
const exchanges = [
  ['Alfred Wegener proposed continental drift in 1912', 'Alfred Wegener', ['Charles Darwin', 'Marie Curie']],
  ['Alfred Wegener proposed continental drift in 1912', '1912', ['1812', '1920']],
  ['Caffeine stays in the blood for two to three hours', 'hours', ['days', 'weeks', 'minutes']],
  ['Volcanoes form where two plates collide', 'collide', ['move apart', 'slide past each other']],
  ['Cortisol peaks in the early morning', 'early morning', ['late evening', 'middle of the night']],
  ['The Nile flows north into the Mediterranean', 'north', ['south', 'east']],
  ['The Nile flows north into the Mediterranean', 'Mediterranean', ['Red Sea', 'Atlantic']],
  ['Hummingbirds can fly backwards', 'Hummingbirds', ['Swallows', 'Bats']],
  ['Vermeer painted The Milkmaid in Delft', 'Vermeer', ['Rembrandt', 'Frans Hals']],
  ['Vermeer painted The Milkmaid in Delft', 'painted', ['sold', 'stole']],
  ['A violin has four strings', 'four', ['six', 'five']],
  ['A violin has four strings', 'violin', ['guitar', 'harp']],
  ['Mercury is the smallest planet', 'smallest', ['largest', 'hottest']],
  ['Insulin lowers the sugar in the blood', 'lowers', ['raises', 'measures']],
  ['Insulin lowers the sugar in the blood', 'Insulin', ['Glucagon', 'Adrenaline']],
  ['The marathon is 42 kilometres long', 'kilometres', ['miles', 'metres']],
] as const;

test.each(exchanges)('%j with %j exchanged is never credited alone', (point, word, others) => {
  for (const other of others) {
    const answer = point.replace(word, other);
    for (const question of ['What do you remember?', `What about ${point.split(' ')[0] ?? ''}?`]) {
      expect([answer, outcomeFor(point, answer, question)]).not.toEqual([answer, 'yes']);
      expect(outcomeFor(point, `I think ${answer.toLowerCase()}`, question)).not.toBe('yes');
    }
  }
  expect(outcomeFor(point, point.toLowerCase())).toBe('yes');
});

test.each([
  ['The cat chases the dog', 'the dog chases the cat'],
  ['Vermeer taught Fabritius', 'Fabritius taught Vermeer'],
  ['The flood led to the building of the dam', 'the building of the dam led to the flood'],
  ['Trains run from Delft to Leiden', 'trains run from Leiden to Delft'],
])('%j with its roles exchanged is never credited alone', (point, answer) => {
  expect(outcomeFor(point, answer)).not.toBe('yes');
});

const ORDER: readonly Outcome[] = ['no', 'ask', 'yes'];
const answers = [
  ['Cortisol peaks in the early morning', 'Cortisol peaks in the early morning'],
  ['Cortisol peaks in the early morning', 'Cortisol is lowest in the morning'],
  ['Cortisol peaks in the early morning', 'something with cortisol in the morning'],
  ['Hummingbirds can fly backwards', 'hummingbirds fly backwards'],
  ['Hummingbirds can fly backwards', 'swallows can fly backwards'],
  ['A violin has four strings', 'violins have four strings'],
  ['A violin has four strings', 'a violin has six strings'],
  ['The Nile flows north into the Mediterranean', 'the Nile flows to the north, into the Mediterranean'],
  ['The Nile flows north into the Mediterranean', 'it flows south'],
  ['The Nile flows north into the Mediterranean', 'I like tea'],
] as const;
const neutral = [
  'By the way, I like trains',
  'My dentist called yesterday',
  'Lunch was good',
  'We watched a film about pirates',
  'I hope the weather improves',
  'Paper comes from wood',
];

test('a sentence about something else changes no outcome, wherever it stands', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...answers),
      fc.array(fc.constantFrom(...neutral), { minLength: 1, maxLength: 3 }),
      fc.constantFrom('before', 'after', 'both'),
      ([point, answer], sentences, place) => {
        const aside = sentences.join('. ');
        const parts = [...(place === 'after' ? [] : [aside]), answer, ...(place === 'before' ? [] : [aside])];
        expect([parts, outcomeFor(point, parts.join('. '))]).toEqual([parts, outcomeFor(point, answer)]);
      },
    ),
    { numRuns: 300 },
  );
});

test('a sentence about something else between two halves changes no outcome', () => {
  const point = 'Adenosine builds up while we are awake, and sleep clears it away';
  for (const aside of neutral) {
    const [first, second] = ['Adenosine builds up while we are awake', 'Sleep clears it away'];
    expect(outcomeFor(point, `${first}. ${aside}. ${second}`)).toBe(outcomeFor(point, `${first}. ${second}`));
  }
  expect(outcomeFor(point, 'Adenosine builds up while we are awake. Sleep clears it away')).toBe('yes');
});

const hostile = [
  ['Cortisol peaks in the early morning', 'Cortisol peaks in the early morning', 'Cortisol is lowest in the morning'],
  ['Cortisol peaks in the early morning', 'Cortisol peaks in the early morning', 'It peaks late in the evening'],
  ['Cortisol peaks in the early morning', 'Cortisol peaks in the early morning', 'No, that is wrong'],
  ['Hummingbirds can fly backwards', 'Hummingbirds can fly backwards', 'Hummingbirds cannot fly backwards'],
  ['A violin has four strings', 'A violin has four strings', 'A violin has six strings'],
  ['A violin has four strings', 'A violin has four strings', 'No, it has five'],
  ['The Nile flows north into the Mediterranean', 'The Nile flows north into the Mediterranean', 'It flows south'],
  ['Vermeer painted The Milkmaid', 'Vermeer painted The Milkmaid', 'Rembrandt painted The Milkmaid'],
] as const;

test.each(hostile)(
  'for %j, a sentence against %j never raises an outcome and ends a yes: %j',
  (point, right, against) => {
    expect(outcomeFor(point, right)).toBe('yes');
    for (const message of [`${right}. ${against}`, `${against}. ${right}`, `${right}. I like trains. ${against}.`])
      expect([message, outcomeFor(point, message)]).not.toEqual([message, 'yes']);
    for (const [other, answer] of answers.filter(([text]) => text === point))
      expect(ORDER.indexOf(outcomeFor(other, `${answer}. ${against}`))).toBeLessThanOrEqual(
        ORDER.indexOf(outcomeFor(other, answer)),
      );
  },
);

test.each(["I don't know", 'no idea', 'Can you help me?', 'hello', 'ok', 'Is it about hormones?'])(
  '%j is a no',
  (answer) => {
    expect(outcomeFor('Cortisol peaks in the early morning', answer, 'When does cortisol peak?')).toBe('no');
  },
);

test('words of the tutor never count, and words of the person in the last three messages do', () => {
  const point = 'Caffeine blocks adenosine receptors in the brain';
  const tutor = { question: 'Caffeine blocks what in the brain?', answer: 'hm' };
  expect(verdictOn(point, tutor).outcome).toBe('no');
  expect(verdictOn(point, { question: point, answer: 'yes' }).outcome).toBe('no');
  const [first, second] = [
    { question: 'What about caffeine?', answer: 'it blocks receptors in the brain' },
    { question: 'Which receptors does caffeine block?', answer: 'those for adenosine' },
  ];
  expect(verdictOn(point, first, second)).toMatchObject({ outcome: 'yes', quote: 'those for adenosine' });
});

const CLOZE = 'Which words are missing here?\n\n“Caffeine blocks ____ ____ in the ____.”';
test.each([
  [CLOZE, 'adenosine, receptors, brain', 'yes'],
  [CLOZE, 'adenosine receptors brain', 'yes'],
  [CLOZE, 'adenosine\nreceptors\nbrain', 'yes'],
  [CLOZE, 'adenosine, receptors and mind', 'yes'],
  ['And now?\n\n“Caffeine blocks a________ r________ in the b____.”', 'Adenosine, receptors, brain.', 'yes'],
  [CLOZE, 'dopamine, receptors, brain', 'ask'],
  [CLOZE, 'adenosine, receptors, liver', 'ask'],
  [CLOZE, "I don't know", 'no'],
])('after %j, %j is a %s … %s', (question, answer, outcome) => {
  expect(verdictOn('Caffeine blocks adenosine receptors in the brain', { question, answer }).outcome).toBe(outcome);
});

test.each([
  ['The half-life of caffeine is about five hours', 'What is the half-life of caffeine?', 'about five hours', 'yes'],
  ['The half-life of caffeine is about five hours', 'What is the half-life of caffeine?', 'about five days', 'ask'],
  ['The half-life of caffeine is about five hours', 'What is the half-life of caffeine?', 'ten hours', 'no'],
  ['Tulip mania collapsed in February 1637', 'When did tulip mania collapse?', 'february 1637', 'yes'],
  ['A wheat loaf is done at 96 degrees', 'When is a wheat loaf done?', 'at ninety-six degrees', 'yes'],
] as const)('%j after %j is read with the question: %j is a %s', (...row) => {
  const [point, question, answer, outcome] = row;
  expect(outcomeFor(point, answer, question)).toBe(outcome);
});
