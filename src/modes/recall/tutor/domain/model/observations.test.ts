import { expect, test } from 'vitest';

import { stateOfTurn } from '../../../../../../fixtures/recall-sessions/state-of-turn.ts';
import type { Point } from '../../../evaluator/domain/evaluation.ts';
import { feedbackFor, missingFor } from './feedback.ts';

const points: readonly Point[] = [
  'Adenosine builds up in the brain while we are awake and makes us feel sleepy.',
  'Caffeine blocks adenosine receptors, so the sleepiness is not felt.',
  'The half-life of caffeine is about five hours.',
  'When caffeine wears off, the adenosine that kept building up acts all at once: the crash.',
  'Cortisol peaks in the early morning.',
  'Deep sleep gets shorter after caffeine in the evening.',
].map((text, index) => ({ id: 'abcdef'[index] ?? '', text, context: '' }));

/** Realistic near-misses: the point, the answer, and the evaluator's observation and missing part. */
const REALISTIC: readonly (readonly [pointId: string, said: string, observation: string, missing: string])[] = [
  [
    'a',
    'something piles up over the day',
    'Accumulation is right, the substance is not named.',
    'the name of the substance',
  ],
  ['a', 'adenosine makes us tired', 'Knows the effect, but not when it accumulates.', 'that it builds up while awake'],
  ['a', 'the brain gets tired from adenosine', 'The link to wakefulness is absent.', 'how it comes to be there'],
  ['b', 'caffeine sits on something in the brain', 'Binding is implied, the target is vague.', 'what it sits on'],
  ['b', 'it removes the adenosine', 'Mechanism wrong: removal instead of blocking.', 'what it does to the receptors'],
  ['b', 'caffeine blocks receptors', 'Blocking is right, but which ones is unclear.', 'which receptors they are'],
  ['b', 'you do not notice you are tired', 'Consequence stated without its mechanism.', 'why it is not felt'],
  ['c', 'caffeine lasts for a while', 'Duration mentioned without any figure.', 'the number of hours'],
  ['c', 'the half-life is two days', 'The unit and magnitude are off.', 'the right figure and unit'],
  ['c', 'about five', 'The figure is given without a quantity.', 'what the five hours measure'],
  ['d', 'there is a crash later', 'Names the slump but not its cause.', 'what causes it'],
  [
    'd',
    'caffeine stops working and you get tired',
    'Onset is described as gradual rather than sudden.',
    'that it comes all at once',
  ],
  ['e', 'cortisol is highest at noon', 'Hormone right, time of day wrong.', 'the time of day'],
  ['e', 'some hormone is high in the morning', 'The hormone is not identified.', 'which hormone it is'],
  [
    'f',
    'coffee at night is bad for sleep',
    'General harm stated, no specific stage.',
    'which part of sleep, and how it changes',
  ],
  ['f', 'deep sleep changes after coffee', 'The direction of the change is left open.', 'in which direction'],
];

test('realistic notes on the point to ask for reach the tutor', () => {
  const learnt = REALISTIC.map(([id, said, observation, missing]) => {
    const { session, state } = stateOfTurn({ points, said: [said], title: 'Caffeine and sleep' });
    const verdicts = [{ id, verdict: 'partial' as const, confidence: 0.7, quote: said, observation, missing }];
    const reading = { messageId: 'said-0', recalledIds: [], verdicts, feedback: '', askedFor: id };
    const probe = { pointId: id, rung: 'open' as const, asked: 1 };
    const plan = {
      intent: 'answers' as const,
      probe,
      isNewPoint: false,
      tellId: null,
      verdictOnLast: 'partial' as const,
    };
    const turn = { session, state, plan };
    return [feedbackFor(reading, turn).includes(observation), missingFor(reading, turn) === missing];
  });
  expect(learnt.filter(([isNoted]) => isNoted)).toHaveLength(REALISTIC.length);
  expect(learnt.filter(([, isMissing]) => isMissing)).toHaveLength(REALISTIC.length);
});
