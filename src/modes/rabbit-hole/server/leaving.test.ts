import { expect, onTestFinished, test } from 'vitest';

import { embeddedEvaluator } from '#modes/recall/evaluator/server/embedded-evaluator.ts';
import type { Evaluator } from '#modes/recall/evaluator/server/evaluator.ts';

import { evaluatorAfter, evaluatorBehind, gate } from '../../../../fixtures/spine/held-back.ts';
import { scriptRabbithole } from '../../../../fixtures/spine/rabbithole-agents.ts';
import { openRabbitholeWorld } from '../../../../fixtures/spine/rabbithole-world.ts';
import { newId, openWorld, POINTS, until, type World } from '../../../../fixtures/spine/world.ts';

const [AWAKE] = POINTS as [string, string, string];

/** An explorer whose replies never end. */
function endlessPartner() {
  return scriptRabbithole({
    async *reply(_, signal) {
      yield 'There is ';
      await new Promise((done) => signal.addEventListener('abort', done));
    },
  });
}

test('leaving a hole with waiting messages starts no reply to them, and the trunk continues at once', async () => {
  const { agents, histories } = endlessPartner();
  const hole = await openRabbitholeWorld(undefined, { rabbithole: agents });
  await hole.turnOff('tea');
  const thread = hole.holes().openId ?? '';
  await until(() => hole.live().textFrames().length > 0, 'the partner speaks');
  for (const content of ['green', AWAKE, 'black']) await hole.send(content);
  expect(await hole.ask({ type: 'exit_rabbithole' })).toBe('accepted');
  await hole.settled();
  expect(histories).toHaveLength(1);
  // The messages are stored and evaluated; only the reply under way was interrupted.
  expect(hole.recall().recalledIds).toHaveLength(1);
  expect(hole.onThread(thread).map(({ content }) => content)).toEqual(['There is ', 'green', AWAKE, 'black']);
  const [row] = await hole.rows();
  expect(JSON.parse(row?.conversation ?? '')).toHaveLength(5);
  await hole.say('What comes next?');
  expect(hole.onThread('trunk').at(-1)).toMatchObject({ author: 'assistant', status: 'complete' });
  expect(histories).toHaveLength(1);
});

test('messages in a hole during a pending return are evaluated, and answered when the person enters it again', async () => {
  const reading = gate();
  const { agents, histories } = scriptRabbithole();
  const evaluator = evaluatorBehind(reading.passed);
  const hole = await openRabbitholeWorld(undefined, { rabbithole: agents, evaluator });
  await hole.turnOff('tea');
  const thread = hole.holes().openId ?? '';
  await hole.send('green');
  await until(() => hole.live().state.turn === null, 'it is answered, and still read');
  const exited = hole.ask({ type: 'exit_rabbithole' });
  await hole.send(AWAKE);
  reading.open();
  expect(await exited).toBe('accepted');
  await hole.settled();
  expect(histories).toHaveLength(2);
  expect(hole.recall().recalledIds).toHaveLength(1);
  await hole.ask({ type: 'enter_rabbithole', rabbitholeEventId: thread, topic: 'tea' });
  await hole.settled();
  expect(histories).toHaveLength(3);
  expect(
    hole
      .onThread(thread)
      .map(({ author }) => author)
      .join(),
  ).toBe('assistant,person,assistant,person,assistant');
});

/** A hole whose store rejects one write, counted from the next evaluation of a message on. */
async function openRejectingHole(rejected: { write: number }) {
  const world = await openWorld();
  let left = Infinity;
  const database: World['database'] = {
    ...world.database,
    write(work) {
      left -= 1;
      return left === 0 ? Promise.reject(new Error('no disk')) : world.database.write(work);
    },
  };
  const evaluator = evaluatorAfter(() => {
    left = rejected.write;
    rejected.write = Infinity;
  });
  const { agents, histories } = endlessPartner();
  const hole = await openRabbitholeWorld(database, { rabbithole: agents, evaluator });
  onTestFinished(() => hole.close().then(() => world.close()));
  return { hole, histories, rejectNext: () => (left = 1) };
}

test('if the store rejects a return, the hole still answers', async () => {
  const { hole, histories, rejectNext } = await openRejectingHole({ write: Infinity });
  await hole.turnOff('tea');
  await until(() => hole.live().textFrames().length > 0, 'the partner speaks');
  await hole.send('green');
  rejectNext();
  await expect(hole.ask({ type: 'exit_rabbithole' })).rejects.toThrow('no disk');
  expect(hole.holes().openId).not.toBeNull();
  await hole.ask({ type: 'stop_reply' });
  await until(() => histories.length === 2, 'what was said last is answered');
  expect(await hole.ask({ type: 'exit_rabbithole' })).toBe('accepted');
  expect(hole.holes().openId).toBeNull();
});

test('a return waits for an evaluation that the store rejects once', async () => {
  const { hole } = await openRejectingHole({ write: 1 });
  await hole.turnOff('tea');
  await until(() => hole.live().textFrames().length > 0, 'the partner speaks');
  await hole.send(AWAKE);
  expect(await hole.ask({ type: 'exit_rabbithole' })).toBe('accepted');
  expect(hole.holes().openId).toBeNull();
  expect(hole.recall().recalledIds).toHaveLength(1);
});

/** A recall session whose evaluator waits, with a message that is not evaluated yet. */
async function unread(content: string) {
  const reading = gate();
  const evaluator = evaluatorBehind(reading.passed);
  const hole = await openRabbitholeWorld(undefined, { evaluator });
  return { hole, reading, send: () => hole.send(content) };
}

test('a process that starts after a crash finishes a pending end, and a resend gets its first answer', async () => {
  const { hole, send } = await unread(AWAKE);
  await send();
  const id = newId();
  const ended = hole.ask({ type: 'end_session', id });
  await until(() => hole.live().state.ending?.ends === 'session', 'the end waits for the evaluation');
  const { head } = hole.live().state;
  const stopped = expect(ended).rejects.toThrow('The server is stopping.');
  await hole.restart({});
  await stopped;
  await until(() => hole.live().state.status === 'complete', 'the session is over');
  expect(hole.recall().recalledIds).toHaveLength(1);
  const answer = await hole.live().execute({ type: 'end_session', id, session: hole.session });
  expect(answer).toMatchObject({ type: 'accepted', seq: head });
});

test('a process that starts after a crash finishes a pending return', async () => {
  const { hole, send } = await unread(AWAKE);
  await hole.turnOff('tea');
  await until(() => hole.live().state.turn === null, 'the hole has spoken');
  await send();
  const exited = expect(hole.ask({ type: 'exit_rabbithole' })).rejects.toThrow('The server is stopping.');
  await until(() => hole.live().state.ending?.ends === 'mode', 'the return waits for the evaluation');
  await hole.restart({});
  await exited;
  await until(() => hole.holes().openId === null, 'the hole is left');
  await hole.settled();
  expect(hole.recall().recalledIds).toHaveLength(1);
});

test('no reply begins while an end waits, and a second end changes nothing', async () => {
  const { hole, reading, send } = await unread(AWAKE);
  await send();
  const both = Promise.all([hole.ask({ type: 'end_session' }), hole.ask({ type: 'end_session' })]);
  await hole.send('One more thing.');
  reading.open();
  expect(await both).toEqual(['accepted', 'accepted']);
  const types = hole.frames.map(({ type }) => type);
  expect(types).not.toContain('reply_started');
  expect(types.filter((type) => type === 'ending_started' || type === 'session_complete')).toEqual([
    'ending_started',
    'session_complete',
  ]);
  expect(hole.recall().recalledIds).toHaveLength(1);
});

test('repeated failures of an evaluation do not keep a session from ending', async () => {
  let attempts = 0;
  const evaluator: Evaluator = {
    ...embeddedEvaluator,
    get isEmbedded(): boolean {
      attempts += 1;
      throw new Error('a bug');
    },
  };
  const hole = await openRabbitholeWorld(undefined, { evaluator });
  await hole.send(AWAKE);
  expect(await hole.ask({ type: 'end_session' })).toBe('accepted');
  expect(hole.live().state.status).toBe('complete');
  expect(attempts).toBeGreaterThan(2);
});

test('after a return with failed evaluations the next return waits for all of its own', async () => {
  let isBroken = true;
  const evaluator: Evaluator = {
    ...embeddedEvaluator,
    get isEmbedded(): boolean {
      if (isBroken) throw new Error('a bug');
      return true;
    },
  };
  const hole = await openRabbitholeWorld(undefined, { evaluator, rabbithole: endlessPartner().agents });
  const turnOffAndReturn = async (...messages: readonly string[]) => {
    await hole.turnOff('tea');
    await until(() => hole.live().textFrames().length > 0, 'the partner speaks');
    for (const content of messages) await hole.send(content);
    expect(await hole.ask({ type: 'exit_rabbithole' })).toBe('accepted');
  };
  await turnOffAndReturn('green', 'black');
  isBroken = false;
  await turnOffAndReturn('mint', 'rooibos', AWAKE);
  expect(hole.recall().recalledIds).toHaveLength(1);
});
