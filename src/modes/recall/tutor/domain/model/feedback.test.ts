import { expect, test } from 'vitest';

import { stateOfTurn } from '../../../../../../fixtures/recall-sessions/state-of-turn.ts';
import type { ReplyPlan } from '../../../asking/domain/recall-state.ts';
import type { Point, PointVerdict } from '../../../evaluator/domain/evaluation.ts';
import { feedbackFor } from './feedback.ts';

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

function feedback(
  said: string,
  { verdicts = [], recalledIds = [], note = '' }: { verdicts?: PointVerdict[]; recalledIds?: string[]; note?: string },
) {
  const { session, state } = stateOfTurn({ points, said: [said], title: 'Animals' });
  const after = { ...state, recalledIds };
  const reading = { messageId: 'said-0', recalledIds, verdicts, feedback: note };
  return feedbackFor(reading, { session, state: after, plan });
}

test('feedback says what was recalled, in which words, and how accurately', () => {
  const verdicts = [
    verdict('a', { verdict: 'expressed', quote: 'zebras sleep on their feet', observation: 'Accurate.' }),
  ];
  expect(feedback('zebras sleep on their feet', { verdicts, recalledIds: ['a'] })).toBe(
    'Recalled with “zebras sleep on their feet”. Accurate.',
  );
});

test('missing parts are named only for the point asked for; for others only what was said, and that it was imprecise', () => {
  const verdicts = [
    verdict('d', { quote: 'some clean themselves', observation: 'Okapis do it with the tongue.' }),
    verdict('b', { quote: 'quokkas eat', observation: 'The leaves and the dusk are missing.' }),
    verdict('c', { verdict: 'contradicted', quote: 'seals fly', observation: 'It is walruses, and they dive.' }),
  ];
  expect(feedback('quokkas eat, some clean themselves and seals fly', { verdicts }).split('\n')).toEqual([
    'They said “quokkas eat”. That comes near one of the open points, but is imprecise. It is about what was asked for. The leaves and the dusk are missing.',
    'They said “some clean themselves”. That comes near one of the open points, but is imprecise.',
    'They said “seals fly”. That does not hold.',
  ]);
});

test('sentences that name open points are dropped, wherever an evaluator puts them', () => {
  const verdicts = [
    verdict('a', {
      verdict: 'expressed',
      quote: 'they stand asleep',
      observation: 'Fine. Walruses are still missing. So is the clam.',
    }),
  ];
  expect(
    feedback('zebras: they stand asleep', {
      verdicts,
      recalledIds: ['a'],
      note: 'They know the zebra. Ask what the okapi does with its tongue. The wording was loose.',
    }),
  ).toBe('Recalled with “they stand asleep”. Fine.\nThey know the zebra. The wording was loose.');
});

test.each([
  'Still missing: the tusked sea mammal that hunts shellfish on the sea bed.',
  'Es fehlt: Walrosse tauchen nach Muscheln.',
  '海象会潜水找蛤蜊。',
])('open points are not named in other words either: %s', (told) => {
  const verdicts = [
    verdict('b', { quote: 'quokkas eat', observation: `The leaves are missing. ${told}` }),
    verdict('a', { verdict: 'expressed', quote: 'zebras stand asleep', observation: told }),
  ];
  expect(
    feedback('zebras stand asleep and quokkas eat', { verdicts, recalledIds: ['a'], note: told }).split('\n'),
  ).toEqual([
    'Recalled with “zebras stand asleep”.',
    'They said “quokkas eat”. That comes near one of the open points, but is imprecise. It is about what was asked for. The leaves are missing.',
  ]);
});

test('if nothing was said about any point, feedback says only that', () => {
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
