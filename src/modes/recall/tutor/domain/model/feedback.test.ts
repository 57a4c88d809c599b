import { expect, test } from 'vitest';

import { stateOfTurn } from '../../../../../../fixtures/recall-sessions/state-of-turn.ts';
import type { ReplyPlan } from '../../../asking/domain/recall-state.ts';
import type { Point, PointVerdict } from '../../../evaluator/domain/evaluation.ts';
import { feedbackFor, missingFor } from './feedback.ts';

const points: readonly Point[] = [
  'Zebras sleep standing up',
  'Quokkas eat leaves at dusk',
  'Walruses dive for clams',
  'Okapis clean their ears with their tongue',
].map((text, index) => ({ id: 'abcd'[index] ?? '', text, context: '' }));
const plan: ReplyPlan = {
  intent: 'answers',
  probe: { pointId: 'b', rung: 'open', asked: 0 },
  isNewPoint: false,
  tellId: null,
  verdictOnLast: 'partial',
};
const verdict = (id: string, change: Partial<PointVerdict> = {}): PointVerdict => ({
  id,
  verdict: 'partial',
  confidence: 0.5,
  quote: '',
  observation: '',
  ...change,
});

interface Found {
  readonly verdicts?: readonly PointVerdict[];
  readonly recalledIds?: readonly string[];
  readonly note?: string;
  readonly askedFor?: string;
}

function turnOf(said: string, { verdicts = [], recalledIds = [], note = '', askedFor }: Found) {
  const { session, state } = stateOfTurn({ points, said: [said], title: 'Animals' });
  const reading = { messageId: 'said-0', recalledIds, verdicts, feedback: note, ...(askedFor && { askedFor }) };
  const turn = { session, state: { ...state, recalledIds: [...recalledIds] }, plan };
  return [reading, turn] as const;
}
const feedback = (said: string, found: Found) => feedbackFor(...turnOf(said, found));
const missing = (said: string, verdicts: readonly PointVerdict[]) => missingFor(...turnOf(said, { verdicts }));

test('feedback says which points were recalled, and in which words', () => {
  const verdicts = [verdict('a', { verdict: 'expressed', quote: 'zebras sleep on their feet' })];
  expect(feedback('zebras sleep on their feet', { verdicts, recalledIds: ['a'] })).toBe(
    'Recalled with “zebras sleep on their feet”.',
  );
});

test.each([
  ['recalled', { recalledIds: ['b'], verdicts: [verdict('b', { verdict: 'expressed' })] }, 'right.'],
  ['said in part', { verdicts: [verdict('b')] }, 'right in part.'],
  ['expressed without a quote', { verdicts: [verdict('b', { verdict: 'expressed' })] }, 'right in part.'],
  ['contradicted', { verdicts: [verdict('b', { verdict: 'contradicted' })] }, 'wrong.'],
  ['not said, but another is', { recalledIds: ['a'], verdicts: [verdict('a', { verdict: 'expressed' })] }, 'none, but'],
])('a question whose point is %s is answered accordingly', (_, found, told) => {
  expect(feedback('hm', { ...found, askedFor: 'b' })).toContain(`Answer to the question: ${told}`);
});

test('the evaluator’s words are passed on only for the point to ask for; for others only the quote, and that it was imprecise', () => {
  const verdicts = [
    verdict('d', { quote: 'some clean themselves', observation: 'Okapis do it with the tongue.', missing: 'the ears' }),
    verdict('b', { quote: 'quokkas eat', observation: 'The leaves and the dusk are missing.' }),
    verdict('c', { verdict: 'contradicted', quote: 'seals fly', observation: 'It is walruses, and they dive.' }),
  ];
  expect(feedback('quokkas eat, some clean themselves and seals fly', { verdicts }).split('\n')).toEqual([
    'They said “quokkas eat”. That comes near one of the open points, but is imprecise. It is about the point to ask for. The leaves and the dusk are missing.',
    'They said “some clean themselves”. That comes near one of the open points, but is imprecise.',
    'They said “seals fly”. That does not hold.',
  ]);
});

test('the missing part is passed on for the point to ask for, and for no other', () => {
  const lacks = (id: string, change: Partial<PointVerdict> = {}) =>
    missing('quokkas eat', [verdict(id, { quote: 'quokkas eat', missing: 'what they eat', ...change })]);
  expect(lacks('b')).toBe('what they eat');
  expect(lacks('b', { verdict: 'contradicted' })).toBe('what they eat');
  expect(lacks('b', { verdict: 'absent' })).toBe('');
  expect(lacks('c')).toBe('');
  expect(lacks('b', { missing: 'that walruses do it' })).toBe('');
});

/** Verdicts and feedback that name what the learner did not say, in every field an evaluator could use. */
const TOLD = [
  'Walruses dive for clams.',
  'It should name the walrus. The clams too.',
  'Okapis clean their ears with their tongue, and walruses dive.',
  'As for the okapi: its tongue.',
];

test.each(TOLD)('no word of another open point reaches the tutor: %s', (told) => {
  const verdicts = [
    verdict('a', { verdict: 'expressed', quote: 'zebras stand asleep', observation: told, missing: told }),
    verdict('b', { quote: 'quokkas eat', observation: `The leaves are missing. ${told}`, missing: told }),
    verdict('c', { quote: 'quokkas eat', observation: told, missing: told }),
    verdict('d', { verdict: 'contradicted', quote: 'stand', observation: told, missing: told }),
  ];
  const said = 'zebras stand asleep and quokkas eat';
  const learnt = [feedback(said, { verdicts, recalledIds: ['a'], note: told }), missing(said, verdicts)].join('\n');
  expect(learnt).not.toMatch(/walrus|dive|clam|okapi|ears|tongue|clean/iu);
  expect(learnt).toContain('The leaves are missing.');
});

test.each([
  'Still missing: the tusked sea mammal that hunts shellfish on the sea bed.',
  'Es fehlt: Walrosse tauchen nach Muscheln.',
  '海象会潜水找蛤蜊。',
])('notes on other points and on the whole message do not reach the tutor: %s', (told) => {
  const verdicts = [
    verdict('c', { quote: 'quokkas eat', observation: told, missing: told }),
    verdict('a', { verdict: 'expressed', quote: 'zebras stand asleep', observation: told, missing: told }),
  ];
  expect(
    feedback('zebras stand asleep and quokkas eat', { verdicts, recalledIds: ['a'], note: told }).split('\n'),
  ).toEqual([
    'Recalled with “zebras stand asleep”.',
    'They said “quokkas eat”. That comes near one of the open points, but is imprecise.',
  ]);
});

test('if no point was addressed, feedback says only that', () => {
  expect(feedback('hm', { note: 'They should think of food.' })).toBe('Nothing of the open points was said.');
});

test('a quote that is not the person’s own words is not passed on', () => {
  const verdicts = [verdict('c', { quote: 'Walruses dive for clams.' }), verdict('b', { quote: 'at dusk' })];
  const said = feedback('some sea animal goes under', { verdicts });
  expect(said).toContain('Something in it comes near');
  expect(said).not.toMatch(/Walruses|clams|They said/);
});

test('for a message that could not be evaluated, feedback says only that', () => {
  const { session, state } = stateOfTurn({ points, said: ['hm'], title: 'Animals' });
  const failure = { message: 'It failed.', remedy: 'Wait.' };
  const reading = { messageId: 'said-0', recalledIds: [], verdicts: [], feedback: '', failure };
  expect(feedbackFor(reading, { session, state, plan })).toMatch(/^The message could not be read/);
});
