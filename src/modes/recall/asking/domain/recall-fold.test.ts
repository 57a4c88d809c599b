import { expect, test } from 'vitest';

import type { SessionEvent } from '#session/domain/event.ts';

import { openingPlan } from './cue-ladder.ts';
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

test('a problem inside a hole is kept until it is reported itself', () => {
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
