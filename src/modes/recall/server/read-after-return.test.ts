import { expect, test } from 'vitest';

import { AppError } from '#wire/error-kind.ts';

import { evaluatorBehind, gate } from '../../../../fixtures/spine/held-back.ts';
import { openRabbitholeWorld } from '../../../../fixtures/spine/rabbithole-world.ts';
import { POINTS, until, type WorldAgents } from '../../../../fixtures/spine/world.ts';
import { embeddedEvaluator } from '../evaluator/server/embedded-evaluator.ts';

const [AWAKE, BLOCKS, HALF] = POINTS as [string, string, string];

/** A hole that was left before one of its messages was evaluated. The clock limits how long the return waits. */
async function returnedUnread(said: string, evaluator: (reading: Promise<void>) => WorldAgents['evaluator']) {
  const reading = gate();
  let looks = 0;
  const now = () => Date.parse('2026-11-22T12:00:00Z') + (looks += 1) * 20_000;
  const used = evaluator(reading.passed);
  const hole = await openRabbitholeWorld(undefined, { now, ...(used && { evaluator: used }) });
  await hole.turnOff('tea');
  await until(() => hole.live().state.turn === null, 'the hole has spoken');
  await hole.send(said);
  await until(() => hole.live().state.turn === null, 'it is answered there');
  expect(await hole.ask({ type: 'exit_rabbithole' })).toBe('accepted');
  expect(hole.frames.findLast(({ type }) => type === 'rabbithole_exited')).toMatchObject({ pointsRecalledDuring: 0 });
  expect(hole.onThread('trunk')).toHaveLength(1);
  return { hole, reading };
}

test('an evaluation after the return that settles the question leads to a new one', async () => {
  const { hole, reading } = await returnedUnread(AWAKE, evaluatorBehind);
  reading.open();
  await hole.settled();
  expect(hole.recall().recalledIds).toHaveLength(1);
  expect(hole.onThread('trunk').map(({ author, status }) => [author, status])).toEqual([
    ['assistant', 'complete'],
    ['assistant', 'complete'],
  ]);
});

test('an evaluation after the return that recalls another point leaves the question unchanged', async () => {
  const { hole, reading } = await returnedUnread(HALF, evaluatorBehind);
  reading.open();
  await hole.settled();
  expect(hole.recall().recalledIds).toHaveLength(1);
  expect(hole.onThread('trunk')).toHaveLength(1);
});

test('an evaluation during a later hole takes effect when that hole is left', async () => {
  const { hole, reading } = await returnedUnread(AWAKE, evaluatorBehind);
  await hole.turnOff('coffee');
  await until(() => hole.live().state.turn === null, 'the hole has spoken');
  reading.open();
  await hole.settled();
  expect(hole.recall().recalledIds).toHaveLength(1);
  expect(hole.onThread('trunk')).toHaveLength(1);
  await hole.exit();
  expect(hole.onThread('trunk')).toHaveLength(2);
});

test('an evaluation after the return while the tutor answers changes nothing: that reply asks', async () => {
  const { hole, reading } = await returnedUnread(AWAKE, evaluatorBehind);
  await hole.send(BLOCKS);
  reading.open();
  await hole.settled();
  expect(hole.recall().recalledIds).toHaveLength(2);
  expect(hole.onThread('trunk').map(({ author }) => author)).toEqual(['assistant', 'person', 'assistant']);
});

const isDown = () => Promise.reject(new AppError('model-failed', 'It is down.', { remedy: 'Try again.' }));
const notices = (hole: { onThread: (thread: string) => readonly { author: string; content: string }[] }) =>
  hole
    .onThread('trunk')
    .filter(({ author }) => author === 'notice')
    .map(({ content }) => content);
const UNREAD = 'Something you said in the rabbit hole could not be checked against your points. It is down.';

test('a failed evaluation after the return is reported then', async () => {
  const { hole, reading } = await returnedUnread('green', (read) => ({
    ...embeddedEvaluator,
    evaluateBatch: () => read.then(isDown),
  }));
  expect(notices(hole)).toEqual([]);
  reading.open();
  await hole.settled();
  expect(notices(hole)).toEqual([UNREAD]);
});

test('a failed evaluation in a hole is reported when the session ends from inside it', async () => {
  const hole = await openRabbitholeWorld(undefined, { evaluator: { ...embeddedEvaluator, evaluateBatch: isDown } });
  await hole.open('tea');
  await hole.say('green tea');
  expect(await hole.ask({ type: 'end_session' })).toBe('accepted');
  expect(notices(hole)).toEqual([UNREAD]);
});
