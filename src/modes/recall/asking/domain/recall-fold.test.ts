import { expect, test } from 'vitest';

import type { SessionEvent } from '#session/domain/event.ts';

import { openingPlan } from './cue-ladder.ts';
import { evaluationOf, lastQuestion, shownQuestion } from './questions.ts';
import { foldRecall } from './recall-fold.ts';
import type { RecallState } from './recall-state.ts';

const points = [{ id: 'a', text: 'Bees see ultraviolet light.', context: '' }];
const problem = { message: 'It could not be read.', remedy: 'Go on.' };

function folded(...events: readonly object[]): RecallState {
  const start = {
    type: 'session_started',
    mode: 'recall',
    setId: 's',
    pointIds: ['a'],
    messageId: 'm',
    hidden: { points, plan: openingPlan(points) },
  };
  let state: RecallState | undefined;
  [start, ...events].forEach((event, index) => {
    state = foldRecall(state, { seq: index + 1, ...event } as SessionEvent);
  });
  return state as RecallState;
}

test('a problem inside a hole stays in the state until it is reported', () => {
  const unread = [
    { type: 'user_message', messageId: 'h', thread: 'hole' },
    { type: 'message_evaluated', messageId: 'h', hidden: { verdicts: [], feedback: '', failure: problem } },
  ];
  const noted = (messageId: string) => ({ type: 'trouble_noted', messageId, thread: 'trunk', problem });
  expect(folded(...unread).hidden?.inside.trouble).toEqual(problem);
  expect(folded(...unread, noted('detector-trouble-x')).hidden?.inside.trouble).toEqual(problem);
  expect(folded(...unread, noted('trouble-inside-x')).hidden).toMatchObject({
    inside: { trouble: null },
    notedTroubles: [problem.message],
  });
});

test('a tangent is not a failed answer, whether it is detected before or after the evaluation', () => {
  const said = { type: 'user_message', messageId: 'u', thread: 'trunk' };
  const evaluated = { type: 'message_evaluated', messageId: 'u', hidden: { verdicts: [], feedback: '' } };
  const detected = { type: 'rabbithole_detected', topic: 'tea', hidden: { triggerMessageId: 'u' } };
  const askedAfter = (...events: readonly object[]) => folded(...events).hidden?.progress['a']?.asked ?? 0;
  expect(askedAfter(said, evaluated)).toBe(1);
  expect(askedAfter(said, evaluated, detected)).toBe(0);
  expect(askedAfter(said, detected, evaluated)).toBe(0);
  const other = { ...detected, hidden: { triggerMessageId: 'earlier' } };
  expect(askedAfter(said, other, evaluated)).toBe(1);
});

test('of earlier questions only the last one shown and the last one answered remain', () => {
  const asked = (messageId: string) => ({
    type: 'reply_started',
    thread: 'trunk',
    messageId,
    replyTo: 'u',
    hidden: {},
  });
  const ended = (messageId: string, content: string) => ({
    type: 'assistant_interrupted',
    thread: 'trunk',
    messageId,
    content,
  });
  const evaluated = { type: 'message_evaluated', messageId: 'u', hidden: { verdicts: [], feedback: '' } };
  const events = [asked('r1'), ended('r1', 'Well.'), asked('r2'), asked('r3'), evaluated, asked('r4'), asked('r5')];
  const { hidden } = folded(...events);
  expect(hidden?.questions.map(({ replyId }) => replyId)).toEqual(['r1', 'r3', 'r5']);
  expect([shownQuestion(hidden)?.replyId, lastQuestion(hidden)?.replyId]).toEqual(['r1', 'r5']);
  expect(evaluationOf(hidden, 'u')).toMatchObject({ messageId: 'u' });
});
