import { expect, test } from 'vitest';

import { ModelFailure } from '#language-model/server/model-failure.ts';
import type { SpokenMessage } from '#session/domain/spoken.ts';

import { stateOfTurn } from '../../../../../fixtures/recall-sessions/state-of-turn.ts';
import type { Evaluation, Point } from '../../evaluator/domain/evaluation.ts';
import type { Evaluator } from '../../evaluator/server/evaluator.ts';
import { unchecked } from '../domain/recall-state.ts';
import { EVALUATION_TIMEOUT_MS, readMessages } from './read-messages.ts';

const points: readonly Point[] = ['one', 'two'].map((id) => ({ id, text: `the point of ${id}`, context: '' }));
const nothing: Evaluation = { feedback: '', verdicts: [] };

function evaluator(answer: (points: readonly Point[], messages: readonly SpokenMessage[]) => Promise<Evaluation>) {
  const calls: { points: readonly string[]; last: string; count: number }[] = [];
  const made: Evaluator = {
    name: 'Test',
    isEmbedded: true,
    evaluateBatch(open, messages) {
      calls.push({ points: open.map(({ id }) => id), last: messages.at(-1)?.content ?? '', count: messages.length });
      return answer(open, messages);
    },
  };
  return { made, calls };
}
const never = new AbortController().signal;
const expressed = (id: string, quote: string): Evaluation => ({
  ...nothing,
  verdicts: [{ id, verdict: 'expressed', confidence: 0.9, quote, observation: '' }],
});

test('each message is evaluated once, with at most nine before it, against the points that earlier ones left open', async () => {
  const { session, state } = stateOfTurn({
    points,
    said: [...Array.from({ length: 12 }, (_, index) => `word ${index}`), 'last'],
  });
  const { made, calls } = evaluator((_, messages) =>
    Promise.resolve(messages.at(-1)?.content === 'word 3' ? expressed('one', 'word 3') : nothing),
  );
  await readMessages(session, { messageId: 'said-12', state, evaluator: made, signal: never });
  expect(calls).toHaveLength(13);
  expect(calls.map(({ last }) => last).slice(-2)).toEqual(['word 11', 'last']);
  expect(Math.max(...calls.map(({ count }) => count))).toBe(10);
  expect(calls.map(({ points: asked }) => asked.length)).toEqual([2, 2, 2, 2, ...Array<number>(9).fill(1)]);
});

test('a message that waits for its own turn is evaluated in that turn', async () => {
  const { session, state } = stateOfTurn({ points, said: ['first', 'second', 'third'] });
  const { made, calls } = evaluator(() => Promise.resolve(nothing));
  const readings = await readMessages(session, { messageId: 'said-1', state, evaluator: made, signal: never });
  expect(readings.map(({ messageId }) => messageId)).toEqual(['said-0', 'said-1']);
  expect(calls.map(({ last }) => last)).toEqual(['first', 'second']);
});

test('without unchecked points there is no call', async () => {
  const { session, state } = stateOfTurn({ points, said: ['both', 'more'] });
  const both: Evaluation = {
    ...nothing,
    verdicts: points.map(({ id }) => ({ id, verdict: 'expressed', confidence: 1, quote: 'both', observation: '' })),
  };
  const { made, calls } = evaluator(() => Promise.resolve(both));
  const readings = await readMessages(session, { messageId: 'said-1', state, evaluator: made, signal: never });
  expect(calls).toHaveLength(1);
  expect(readings).toHaveLength(2);
  expect(unchecked(state)).toHaveLength(2);
});

test('an evaluator that takes too long fails, and its late answer is ignored', async () => {
  const { session, state } = stateOfTurn({ points, said: ['hello'] });
  const { made } = evaluator(() => new Promise(() => undefined));
  const readings = await readMessages(session, {
    messageId: 'said-0',
    state,
    evaluator: made,
    signal: never,
    timeoutMs: 5,
  });
  expect(readings).toMatchObject([
    { failure: { message: expect.stringContaining('longer than ten seconds') as string } },
  ]);
});

test('a message whose evaluation took too long is evaluated once more, beside the next message', async () => {
  const { add } = stateOfTurn({ points, said: ['first'] });
  const failure = { message: 'It took too long.', remedy: 'Go on.' };
  const failed = {
    type: 'message_evaluated',
    messageId: 'said-0',
    hidden: { verdicts: [], feedback: '', failure },
  } as const;
  const next = { type: 'user_message', messageId: 'next', thread: 'trunk', content: 'second' } as const;
  const { session, state } = add(failed, next);
  expect(state.hidden).toMatchObject({ unread: ['next'], toReadAgain: ['said-0'] });
  const { made, calls } = evaluator(() => Promise.resolve(nothing));
  const readings = await readMessages(session, { messageId: 'next', state, evaluator: made, signal: never });
  expect(readings.map(({ messageId }) => messageId)).toEqual(['said-0', 'next']);
  expect(calls.map(({ last }) => last).toSorted()).toEqual(['first', 'second']);
  expect(add(failed).state.hidden).toMatchObject({ toReadAgain: [] });
});

test('a failure keeps its reason and remedy; a bug only says that it happened', async () => {
  const { session, state } = stateOfTurn({ points, said: ['hello'] });
  const failing = (error: Error) => evaluator(() => Promise.reject(error)).made;
  const known = new ModelFailure('overloaded', { message: 'It is overloaded.', remedy: 'Try again in a minute.' });
  expect(
    await readMessages(session, { messageId: 'said-0', state, evaluator: failing(known), signal: never }),
  ).toMatchObject([{ failure: { message: 'It is overloaded.', remedy: 'Try again in a minute.' } }]);
  const bug = await readMessages(session, {
    messageId: 'said-0',
    state,
    evaluator: failing(new TypeError('x is undefined')),
    signal: never,
  });
  expect(bug).toMatchObject([{ failure: { message: 'The evaluator failed.' } }]);
});

test('a stop from outside is not a failure of the evaluator', async () => {
  const { session, state } = stateOfTurn({ points, said: ['hello'] });
  const stop = new AbortController();
  const { made } = evaluator(() => new Promise(() => undefined));
  const reading = readMessages(session, { messageId: 'said-0', state, evaluator: made, signal: stop.signal });
  stop.abort();
  await expect(reading).rejects.toThrow();
});

test('an evaluation has ten seconds, and an attempt that would begin after eight is not awaited', async () => {
  const { session, state } = stateOfTurn({ points, said: ['one'] });
  const within: unknown[] = [];
  const asking: Evaluator = {
    name: 'Test',
    isEmbedded: false,
    evaluateBatch(_points, _messages, { withinMs }) {
      within.push(withinMs);
      return Promise.resolve(nothing);
    },
  };
  await readMessages(session, { messageId: 'said-0', state, evaluator: asking, signal: never });
  expect({ within, EVALUATION_TIMEOUT_MS }).toEqual({ within: [8_000], EVALUATION_TIMEOUT_MS: 10_000 });
});

test('the reason of a wait does not reveal an open point', async () => {
  const { session, state } = stateOfTurn({ points, said: ['one'] });
  const waiting: Evaluator = {
    name: 'Test',
    isEmbedded: false,
    evaluateBatch(_points, _messages, { showWait }) {
      for (const reason of ['It is overloaded.', 'overloaded at: the point of two'])
        showWait?.({ retryInMs: 10, reason });
      return Promise.resolve(nothing);
    },
  };
  const shown: string[] = [];
  const showWait = ({ reason }: { reason: string }) => void shown.push(reason);
  await readMessages(session, { messageId: 'said-0', state, evaluator: waiting, signal: never, showWait });
  expect(shown).toEqual(['It is overloaded.', 'The evaluator’s model cannot answer yet.']);
});
