import { expect, test } from 'vitest';

import { embeddedEvaluator } from '#modes/recall/evaluator/server/embedded-evaluator.ts';
import type { Evaluator } from '#modes/recall/evaluator/server/evaluator.ts';

import { evaluatorBehind, gate } from '../../../../fixtures/spine/held-back.ts';
import { scriptRabbithole } from '../../../../fixtures/spine/rabbithole-agents.ts';
import { openRabbitholeWorld } from '../../../../fixtures/spine/rabbithole-world.ts';
import { openWorld, POINTS, until, type World } from '../../../../fixtures/spine/world.ts';

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

test('leaving a hole with waiting messages begins no reply to them, and the trunk continues at once', async () => {
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
  await hole.close();
});

test('messages in a hole during a pending return are evaluated, and answered when it is entered again', async () => {
  const reading = gate();
  const { agents, histories } = scriptRabbithole();
  const hole = await openRabbitholeWorld(undefined, {
    rabbithole: agents,
    evaluator: evaluatorBehind(reading.passed),
  });
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
  expect(hole.onThread(thread).map(({ author }) => author)).toEqual([
    'assistant',
    'person',
    'assistant',
    'person',
    'assistant',
  ]);
  await hole.close();
});

test('ending from a hole with waiting messages begins no reply to them', async () => {
  const { agents, histories } = endlessPartner();
  const hole = await openRabbitholeWorld(undefined, { rabbithole: agents });
  await hole.turnOff('tea');
  await until(() => hole.live().textFrames().length > 0, 'the partner speaks');
  for (const content of ['green', AWAKE]) await hole.send(content);
  expect(await hole.ask({ type: 'end_session' })).toBe('accepted');
  expect(histories).toHaveLength(1);
  expect(hole.recall().recalledIds).toHaveLength(1);
  await hole.close();
});

test('a return that the store rejects leaves a hole that still answers', async () => {
  const world = await openWorld();
  let writesUntilFailure = Infinity;
  const database: World['database'] = {
    ...world.database,
    write(work) {
      writesUntilFailure -= 1;
      return writesUntilFailure === 0 ? Promise.reject(new Error('no disk')) : world.database.write(work);
    },
  };
  const evaluator: Evaluator = {
    ...embeddedEvaluator,
    evaluateBatch(...asked) {
      // The evaluation is written; the return then fails.
      writesUntilFailure = 2;
      return embeddedEvaluator.evaluateBatch(...asked);
    },
  };
  const { agents, histories } = endlessPartner();
  const hole = await openRabbitholeWorld(database, { rabbithole: agents, evaluator });
  await hole.turnOff('tea');
  await until(() => hole.live().textFrames().length > 0, 'the partner speaks');
  await hole.send('green');
  await expect(hole.ask({ type: 'exit_rabbithole' })).rejects.toThrow('no disk');
  expect(hole.holes().openId).not.toBeNull();
  await until(() => histories.length === 2, 'what was said last is answered');
  expect(await hole.ask({ type: 'exit_rabbithole' })).toBe('accepted');
  await hole.close();
  await world.close();
});
