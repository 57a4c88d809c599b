import { expect, test } from 'vitest';

import type { FollowedEvent } from '#session/domain/mode.ts';
import { AppError } from '#wire/error-kind.ts';

import { stateOfTurn } from '../../../../../fixtures/recall-sessions/state-of-turn.ts';
import type { ReplyPlan } from '../../asking/domain/recall-state.ts';
import { recallMode } from '../../domain/recall-mode.ts';
import type { Point } from '../../evaluator/domain/evaluation.ts';
import { buildTutorRequest } from '../domain/build-tutor-request.ts';
import type { TutorRequest } from '../domain/tutor-request.ts';
import { checkedReply } from './checked-reply.ts';
import type { Tutor } from './tutor.ts';

const points: readonly Point[] = [
  'Caffeine blocks adenosine receptors in the brain',
  'Adenosine builds up while we are awake and makes us sleepy',
  'The half-life of caffeine is about five hours',
  'Regular users become tolerant to caffeine',
  'Withdrawal brings headaches for a few days',
].map((text, index) => ({ id: `${index + 1}`, text, context: '' }));
const plan: ReplyPlan = {
  intent: 'answers',
  probe: { pointId: '1', rung: 'narrower', asked: 0 },
  isNewPoint: false,
  tellId: null,
  verdictOnLast: 'absent',
};

/** Runs a scripted tutor; returns its replies, the requests it got, and the result. */
async function reply(tries: readonly (readonly string[])[], change: Partial<ReplyPlan> = {}, said = 'hm') {
  const requests: TutorRequest[] = [];
  const signals: AbortSignal[] = [];
  const tutor: Tutor = {
    name: 'Test',
    isEmbedded: false,
    // oxlint-disable-next-line typescript/require-await -- what it says is there at once
    async *reply(request, { signal }) {
      signals.push(signal);
      requests.push(request);
      yield* tries[requests.length - 1] ?? ['There is no such try.'];
    },
  };
  const { session, state, add } = stateOfTurn({
    points,
    said: [said],
    title: 'Caffeine and sleep',
    plan: { ...plan, ...change },
  });
  const request = buildTutorRequest(session, state, { messages: session.messages, earlier: 0, instructions: '' });
  const { signal } = new AbortController();
  let content = '';
  for await (const piece of checkedReply(tutor, { session, state, request, signal })) content += piece;
  const ended = (type: 'assistant_complete' | 'assistant_interrupted', shown: string) => {
    const spoken = { messageId: 'reply', thread: 'trunk', content: shown };
    const event: FollowedEvent =
      type === 'assistant_complete' ? { type, ...spoken } : { type, ...spoken, replyTo: 'said-0', reason: 'stopped' };
    const after = recallMode.after?.({ ...add(event), now: 0, newId: 'new' }, event);
    return (after ?? []).map(({ hidden }) => hidden);
  };
  return { content, requests, signals, ended };
}

/** The shown part of a failing reply, and the failure. */
async function replyThatFails(pieces: readonly (string | AppError)[], change: Partial<ReplyPlan> = {}) {
  const tutor: Tutor = {
    name: 'Test',
    isEmbedded: false,
    // oxlint-disable-next-line typescript/require-await -- what it says is there at once
    async *reply() {
      for (const piece of pieces) {
        if (typeof piece !== 'string') throw piece;
        yield piece;
      }
    },
  };
  const { session, state } = stateOfTurn({ points, said: ['hm'], title: 'Caffeine', plan: { ...plan, ...change } });
  const request = buildTutorRequest(session, state, { messages: session.messages, earlier: 0, instructions: '' });
  const { signal } = new AbortController();
  let content = '';
  try {
    for await (const piece of checkedReply(tutor, { session, state, request, signal })) content += piece;
  } catch (error) {
    return { content, error: error as AppError };
  }
  return { content, error: null };
}

test('a clean reply is requested once and shown unchanged', async () => {
  const { content, requests, ended } = await reply([['Not ', 'quite. ', 'What does it ', 'do there?']]);
  expect(content).toBe('Not quite. What does it do there?');
  expect(requests).toHaveLength(1);
  expect(ended('assistant_complete', content)).toEqual([]);
});

test('at a give-away the stream is cancelled, and the reply is generated again after the visible words', async () => {
  const { content, requests, signals, ended } = await reply([
    ['Not quite. ', 'Regular users ', 'become tolerant to caffeine. ', 'Right?'],
    ['What happens over time?'],
  ]);
  expect(content).toBe('Not quite. What happens over time?');
  expect(requests.map(({ begun }) => begun)).toEqual([null, { words: 'Not quite. ', because: 'gave-away' }]);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  expect(JSON.stringify(requests[1])).not.toContain('tolerant');
  expect(ended('assistant_complete', content)).toEqual([]);
});

test('a second give-away is shown as it streams, and recorded', async () => {
  const { content, requests, ended } = await reply([
    ['Regular users become tolerant to caffeine. Right?'],
    ['Withdrawal brings headaches ', 'for a few days. ', 'Right?'],
  ]);
  expect(requests).toHaveLength(2);
  expect(content).toBe('Withdrawal brings headaches for a few days. Right?');
  expect(ended('assistant_complete', content)).toEqual([{ pointId: '5', why: 'given-away' }]);
});

test('for a stopped reply, only visible words count as told', async () => {
  const words = 'Withdrawal brings headaches for a few days. Regular users become tolerant to caffeine.';
  const { ended } = await reply([['x?'], ['x?']]);
  expect(ended('assistant_interrupted', words.slice(0, 50))).toEqual([{ pointId: '5', why: 'given-away' }]);
});

const telling = { tellId: '1', probe: { pointId: '2', rung: 'open', asked: 0 }, isNewPoint: true } as const;

test('the point to be told can be said, and counts as told when it is visible', async () => {
  const told = await reply([['Caffeine blocks adenosine ', 'receptors in the brain. What else?']], telling);
  expect(told.requests).toHaveLength(1);
  expect(told.content).toBe('Caffeine blocks adenosine receptors in the brain. What else?');
  expect(told.ended('assistant_complete', told.content)).toEqual([{ pointId: '1', why: 'failed' }]);
});

test('if the tutor does not tell the required point, code tells it first', async () => {
  const { content, ended } = await reply([['What else ', 'comes to mind?']], telling);
  expect(content).toBe('It is this: Caffeine blocks adenosine receptors in the brain\n\nWhat else comes to mind?');
  expect(ended('assistant_complete', content)).toEqual([{ pointId: '1', why: 'failed' }]);
  const endless = await reply([Array<string>(400).fill('And so on it goes. ')], telling);
  expect(endless.content.indexOf('It is this: Caffeine blocks')).toBe(0);
});

test('a telling that failed midway shows its text and is still owed', async () => {
  const { content, error } = await replyThatFails(['It is about what it ', new AppError('reply-cut', 'Cut.')], telling);
  expect(content).toBe('It is about what it ');
  expect(error).toMatchObject({ kind: 'reply-cut', message: 'Cut.' });
});

test('a stopped telling counts by its words; a requested point counts as told and is owed', async () => {
  const stopped = { tellId: '1', probe: { pointId: '2', rung: 'open', asked: 0 } } as const;
  const failed = await reply([['x?']], stopped);
  expect(failed.ended('assistant_interrupted', 'It is')).toEqual([]);
  const said = await reply([['x?']], stopped);
  expect(said.ended('assistant_interrupted', 'Caffeine blocks adenosine receptors in the brain. Wh')).toEqual([
    { pointId: '1', why: 'failed' },
  ]);
  for (const shown of ['It is', '']) {
    const asked = await reply([['x?']], { ...stopped, intent: 'asks-to-be-told' });
    expect(asked.ended('assistant_interrupted', shown)).toEqual([{ pointId: '1', why: 'asked', isOwed: true }]);
  }
});

test('a failure that repeats an open point or the feedback is reported in neutral words of the same kind', async () => {
  const echo = 'invalid input: <point>Regular users become tolerant to caffeine</point>';
  const { error } = await replyThatFails([new AppError('model-failed', echo, { remedy: 'Look there.' })]);
  expect(error).toMatchObject({ kind: 'model-failed', message: 'The tutor’s model could not answer.' });
  const feedback = 'bad request near “Nothing of the open points was said.”';
  expect((await replyThatFails([new AppError('model-failed', feedback)])).error?.message).not.toContain('open points');
  const plain = await replyThatFails([new AppError('model-failed', 'It is overloaded.', { remedy: 'Wait.' })]);
  expect(plain.error).toMatchObject({ message: 'It is overloaded.', detail: { remedy: 'Wait.' } });
});

test('a give-away at the end of a reply without a full stop, or after a cut one, is detected', async () => {
  const { content, requests } = await reply([['Hm. Regular users become tolerant to caffeine'], ['What else?']]);
  expect([content, requests.length]).toEqual(['Hm. What else?', 2]);
});

test('a reply that would quote hidden text is generated again and never shows it', async () => {
  const quote = 'Nothing of the open points was said. ';
  const { content, requests } = await reply([
    ['Right. ', quote, 'What else?'],
    [quote, 'What else?'],
  ]);
  expect(requests).toHaveLength(2);
  expect(content).toBe('Right. What else?');
});

test('if no part of a reply can be shown, it becomes a plain question', async () => {
  const quote = 'Nothing of the open points was said.';
  const { content } = await reply([[quote], [quote]]);
  expect(content).toBe('What do you remember of “Caffeine and sleep”?\n\nA word of it: “blocks”.');
});

const SLIPS: readonly ((text: string) => string)[] = [
  (text) => `${text}.`,
  (text) => `Well, ${text.charAt(0).toLowerCase()}${text.slice(1)}. And what else?`,
  (text) => `Did you mean that ${text.toLowerCase()}?`,
  (text) => `**${text}**`,
  (text) => `The answer is “${text}”. What does that tell you?`,
  (text) => `- ${text.toUpperCase()}\n- and so on`,
  (text) => `It is not so that you are wrong: ${text}; what follows from it?`,
  (text) => `${text.split(' ').join('  ')} …`,
  (text) => `Hier ist es: ${text}.`,
  (text) => `Remember this: ${text.split(' ').toReversed().join(' ')}.`,
];

test('a model cannot slip an open point in on the first attempt, in any wording or split', async () => {
  for (const [place, { id, text }] of points.entries())
    for (const [which, slip] of SLIPS.entries()) {
      const size = [1, 7, 1_000][(place + which) % 3] ?? 1;
      const whole = `No. ${slip(text)}`;
      const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, index) =>
        whole.slice(index * size, (index + 1) * size),
      );
      const { content, requests, ended } = await reply([pieces, ['What else?']]);
      expect({ id, which, size, tries: requests.length, told: ended('assistant_complete', content) }).toEqual({
        id,
        which,
        size,
        tries: 2,
        told: [],
      });
    }
});

test('the reason of a wait does not reveal an open point', async () => {
  const reasons = ['overloaded at: Caffeine blocks adenosine receptors in the brain', 'It is overloaded.'];
  const tutor: Tutor = {
    name: 'Test',
    isEmbedded: false,
    // oxlint-disable-next-line typescript/require-await -- what it says is there at once
    async *reply(_, { showWait }) {
      for (const reason of reasons) showWait?.({ retryInMs: 1, reason });
      yield 'Hm?';
    },
  };
  const { session, state } = stateOfTurn({ points, said: ['hm'], title: 'Caffeine', plan });
  const request = buildTutorRequest(session, state, { messages: session.messages, earlier: 0, instructions: '' });
  const shown: string[] = [];
  const showWait = ({ reason }: { reason: string }) => void shown.push(reason);
  const { signal } = new AbortController();
  for await (const _ of checkedReply(tutor, { session, state, request, signal, showWait }));
  expect(shown).toEqual(['The tutor’s model cannot answer yet.', 'It is overloaded.']);
});

test('words copied from a streaming reply do not count as the person’s: the point was told', () => {
  const { add } = stateOfTurn({ points, said: ['hm'], title: 'Caffeine', plan });
  const content = 'It is so that caffeine blocks adenosine receptors in the brain.';
  add({ type: 'user_message', messageId: 'copy', thread: 'trunk', content });
  const event = { type: 'assistant_complete', messageId: 'reply', thread: 'trunk', content } as const;
  const told = recallMode.after?.({ ...add(event), now: 0, newId: 'new' }, event) ?? [];
  expect(told.map(({ hidden }) => hidden)).toEqual([{ pointId: '1', why: 'given-away' }]);
});
