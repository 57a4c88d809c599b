import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import type { SessionEvent } from '#session/domain/event.ts';
import type { SessionCommand } from '#session/protocol.ts';
import { readEvents } from '#session/server/log/log.ts';
import { AppError } from '#wire/error-kind.ts';

import { newId, openWorld, POINTS, until, type World } from '../../../../fixtures/spine/world.ts';
import { lastEvaluation, lastQuestion } from '../asking/domain/questions.ts';
import { progressOf, type RecallState } from '../asking/domain/recall-state.ts';
import type { Evaluation, Point } from '../evaluator/domain/evaluation.ts';
import type { Evaluator } from '../evaluator/server/evaluator.ts';
import type { TutorRequest } from '../tutor/domain/tutor-request.ts';
import type { Tutor } from '../tutor/server/tutor.ts';

let world: World;
const running: { sessions: { close(): Promise<void> } }[] = [];
beforeAll(async () => {
  world = await openWorld();
});
afterEach(async () => {
  for (const one of running.splice(0)) await one.sessions.close();
});
afterAll(() => world.close());

type Answer = (points: readonly Point[], said: string) => Evaluation | Promise<Evaluation>;
const NOTHING: Evaluation = { feedback: '', verdicts: [] };

/** Credits every point that is verbatim in the message. */
function verbatim(points: readonly Point[], said: string): Evaluation {
  const found = points.filter(({ text }) => said.includes(text));
  const credit = (point: Point) => ({
    id: point.id,
    verdict: 'expressed' as const,
    confidence: 0.9,
    quote: point.text,
    observation: '',
  });
  return { ...NOTHING, verdicts: found.map(credit) };
}

/** A session with a scripted evaluator and tutor, which records the order of calls. */
async function open(given: {
  read?: Answer;
  points?: readonly string[];
  reply?: (count: number) => readonly string[];
}) {
  const asked: string[] = [];
  const requests: TutorRequest[] = [];
  const answers = { read: given.read ?? verbatim, reply: given.reply ?? (() => ['What else?']) };
  const evaluator: Evaluator = {
    name: 'Test',
    isEmbedded: true,
    async evaluateBatch(points, messages) {
      const said = messages.at(-1)?.content ?? '';
      asked.push(`read ${said}`);
      return answers.read(points, said);
    },
  };
  const tutor: Tutor = {
    name: 'Test',
    isEmbedded: false,
    async *reply(request) {
      asked.push(`reply ${request.history.at(-1)?.content ?? ''}`);
      requests.push(request);
      for (const piece of answers.reply(requests.length)) {
        if (piece === 'fail') throw new AppError('model-failed', 'It failed.', { remedy: 'Retry.' });
        if (piece === 'wait') await new Promise(() => undefined);
        yield piece;
      }
    },
  };
  const started = world.start({ evaluator, tutor });
  running.push(started);
  const person = await world.addPerson();
  const setId = await world.addSet(person, given.points ?? POINTS);
  const session = await world.begin(started, person, setId);
  const live = await started.sessions.get({ person, session });
  const ask = (command: Record<string, unknown>) =>
    live.execute({ id: newId(), session, ...command } as unknown as SessionCommand);
  const settled = () => until(() => live.state.turn === null, 'it is answered');
  const events = (): Promise<readonly SessionEvent[]> =>
    readEvents(world.database.read, { person, session }, { after: 0 });
  const state = () => live.state.modes['recall'] as RecallState;
  return {
    asked,
    requests,
    answers,
    live,
    ask,
    settled,
    state,
    say: (content: string) => ask({ type: 'user_message', content }),
    typesAfter: async (seq: number) => (await events()).slice(seq).map(({ type }) => type),
    told: async () => (await events()).flatMap((event) => (event.type === 'point_told' ? [event.hidden] : [])),
  };
}
const first = POINTS[0] ?? '';
const failing: Answer = () => Promise.reject(new AppError('model-failed', 'It is down.', { remedy: 'Wait.' }));

test('a message that could not be evaluated costs nothing: the question stays, and no point counts as asked for', async () => {
  const { say, settled, state, requests, ask, live } = await open({ read: failing });
  for (const words of ['one thing', 'another', 'a third', 'a fourth', 'a fifth', 'a sixth']) {
    await say(words);
    await settled();
  }
  expect(requests.map(({ probe, tell }) => [probe?.rung, probe?.asked, tell])).toEqual(
    Array.from({ length: 6 }, () => ['open', 0, null]),
  );
  expect(requests[0]?.feedback).toMatch(/could not be read/);
  expect(live.state.messages.filter(({ author }) => author === 'notice')).toHaveLength(1);
  for (const id of state().pointIds) expect(progressOf(state().hidden!, id).asked).toBe(0);
  await ask({ type: 'user_message', content: 'I don’t know' });
  await settled();
  expect(progressOf(state().hidden!, requests.at(-1)!.probe!.point.id).asked).toBe(1);
  expect(requests.at(-1)?.probe?.rung).toBe('narrower');
});

test('a reply stopped before the evaluation of its message begins after that evaluation when retried', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const { say, ask, settled, asked, requests, typesAfter, live } = await open({
    read: (points, said) => held.then(() => verbatim(points, said)),
  });
  await say(first);
  await ask({ type: 'stop_reply' });
  await ask({ type: 'retry_reply' });
  await ask({ type: 'stop_reply' });
  expect(live.state.messages.filter(({ status }) => status === 'interrupted')).toHaveLength(1);
  await ask({ type: 'retry_reply' });
  expect(live.state.turn).toMatchObject({ replyId: null });
  release();
  await settled();
  expect(asked).toEqual([`read ${first}`, `reply ${first}`]);
  expect(requests[0]?.recalledNow.map(({ text }) => text)).toEqual([first]);
  expect((await typesAfter(2)).slice(-4)).toEqual([
    'message_evaluated',
    'point_recalled',
    'reply_started',
    'assistant_complete',
  ]);
  expect(live.state.messages.filter(({ status }) => status === 'interrupted')).toEqual([]);
});

test('a message that could not be evaluated is evaluated again on retry, and a new reason is reported', async () => {
  const { say, ask, settled, answers, asked, state, live } = await open({
    read: failing,
    reply: (count) => (count === 1 ? ['fail'] : ['What else?']),
  });
  await say(first);
  await settled();
  answers.read = () => Promise.reject(new AppError('model-failed', 'The spending limit is reached.'));
  await ask({ type: 'retry_reply' });
  await settled();
  const notices = live.state.messages.filter(({ author }) => author === 'notice').map(({ content }) => content);
  expect(notices).toEqual([expect.stringContaining('It is down.'), expect.stringContaining('spending limit')]);
  answers.read = verbatim;
  await say('hm');
  await settled();
  expect(state().recalledIds).toEqual([]);
  expect(asked.filter((each) => each.startsWith('read'))).toEqual([`read ${first}`, `read ${first}`, 'read hm']);
});

test('the result of a repeated evaluation counts, and its reply uses it', async () => {
  const { say, ask, settled, answers, requests, state } = await open({
    read: failing,
    reply: (count) => (count === 1 ? ['fail'] : ['What else?']),
  });
  await say(first);
  await settled();
  answers.read = verbatim;
  await ask({ type: 'retry_reply' });
  await settled();
  expect(state().recalledIds).toHaveLength(1);
  expect(requests[1]?.recalledNow.map(({ text }) => text)).toEqual([first]);
  expect(requests[1]?.probe?.point.text).not.toBe(first);
});

test('messages sent together are each answered with their own evaluation', async () => {
  const { say, settled, asked, requests } = await open({});
  await Promise.all(POINTS.slice(0, 3).map((text) => say(text)));
  await settled();
  expect(asked).toEqual(POINTS.slice(0, 3).flatMap((text) => [`read ${text}`, `reply ${text}`]));
  expect(requests.map(({ recalledNow }) => recalledNow.map(({ text }) => text))).toEqual(
    POINTS.slice(0, 3).map((text) => [text]),
  );
});

test('a near-miss has only a quote of the person’s words, and is not a hint', async () => {
  const last = POINTS.length - 1;
  const near =
    (quote: string): Answer =>
    (points) => ({
      ...NOTHING,
      verdicts: [{ id: points[last]?.id ?? '', verdict: 'partial', confidence: 0.7, quote, observation: '' }],
    });
  const { say, settled, answers, state } = await open({ read: near('never said') });
  await say('something of it');
  await settled();
  expect(lastEvaluation(state().hidden)?.verdicts[0]).toMatchObject({ verdict: 'partial', quote: '' });
  answers.read = near('something of it');
  await say('something of it');
  await settled();
  expect(lastEvaluation(state().hidden)?.verdicts[0]).toMatchObject({ verdict: 'partial', quote: 'something of it' });
  expect(progressOf(state().hidden!, state().pointIds[last] ?? '').hintedAt).toBeNull();
});

test.each(['stopped', 'failed'] as const)('a completed set is shown even if the last reply %s', async (how) => {
  const { say, ask, settled, state, live } = await open({
    points: [first],
    reply: () => ['Yes, ', how === 'failed' ? 'fail' : 'wait'],
  });
  await say(first);
  if (how === 'stopped') {
    await until(() => typeof live.state.turn?.replyId === 'string', 'the reply has begun');
    await ask({ type: 'stop_reply' });
  }
  await settled();
  expect(state()).toMatchObject({ overlay: true });
});

test('a set completed by a message whose turn was stopped is shown at once', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const { say, ask, state } = await open({
    points: [first],
    read: (points, said) => held.then(() => verbatim(points, said)),
  });
  await say(first);
  await ask({ type: 'stop_reply' });
  expect(state().overlay).toBe(false);
  release();
  await until(() => state().overlay, 'it shows');
});

test('a point owed from an earlier reply is told by the next one', async () => {
  const { say, ask, settled, requests, told, live, state } = await open({
    reply: (count) => (count === 1 ? ['Well. ', 'wait'] : ['Sure. ']),
  });
  const pointId = state().pointIds[0];
  await ask({ type: 'request_help', kind: 'tell' });
  await until(() => requests.length === 1, 'the reply has begun');
  await ask({ type: 'stop_reply' });
  expect(await told()).toEqual([{ pointId, why: 'asked', isOwed: true }]);
  await say('never mind, what was it');
  await settled();
  expect(requests[1]?.tell?.text).toBe(first);
  expect(live.state.messages.at(-1)?.content).toBe(`It is this: ${first}\n\nSure. `);
  expect(lastQuestion(state().hidden)?.toTell).toBeNull();
});
