import { expect, test } from 'vitest';

import { embeddedEvaluator } from '#modes/recall/evaluator/server/embedded-evaluator.ts';
import type { Evaluator } from '#modes/recall/evaluator/server/evaluator.ts';
import { AppError } from '#wire/error-kind.ts';

import { evaluatorAfter, gate, tutorBehind } from '../../../../fixtures/spine/held-back.ts';
import { scriptRabbithole } from '../../../../fixtures/spine/rabbithole-agents.ts';
import { openRabbitholeWorld } from '../../../../fixtures/spine/rabbithole-world.ts';
import { newId, POINTS, until } from '../../../../fixtures/spine/world.ts';

const [AWAKE, BLOCKS, HALF] = POINTS as [string, string, string];

async function* saysBehind(words: string, waiting: Promise<void>, signal: AbortSignal) {
  yield words;
  await Promise.race([waiting, new Promise((done) => signal.addEventListener('abort', done))]);
  yield ' And so on.';
}

test('an end evaluates the messages waiting on the trunk and inside, and leaves the hole first', async () => {
  const tutor = gate();
  const hole = await openRabbitholeWorld(undefined, { tutor: tutorBehind(tutor.passed) });
  await hole.send('It rains');
  await until(() => hole.live().textFrames().length > 0, 'the tutor speaks');
  await hole.send(HALF);
  await hole.turnOff('tea');
  await hole.send(AWAKE);
  expect(await hole.ask({ type: 'end_session' })).toBe('accepted');
  expect(hole.live().state).toMatchObject({ status: 'complete', turn: null, waiting: [], stack: { length: 1 } });
  expect(hole.recall().recalledIds).toHaveLength(2);
  expect(await hole.rows()).toMatchObject([{ status: 'returned', points_recalled: 1 }]);
  tutor.open();
});

test('leaving interrupts the explorer’s reply and keeps its words, which count as a telling', async () => {
  const never = gate();
  const rabbithole = scriptRabbithole({ reply: (_, signal) => saysBehind(BLOCKS, never.passed, signal) }).agents;
  const hole = await openRabbitholeWorld(undefined, { rabbithole });
  await hole.turnOff('tea');
  await until(() => hole.live().textFrames().length > 0, 'the partner speaks');
  await hole.exit();
  const [row] = await hole.rows();
  expect(JSON.parse(row?.conversation ?? '')).toMatchObject([{ role: 'user' }, { role: 'assistant', content: BLOCKS }]);
  expect(hole.frames.filter(({ type }) => type === 'point_told')).toHaveLength(1);
});

test('the explorer does not wait for the evaluator, and the exit waits for it', async () => {
  const reading = gate();
  const names: string[] = [];
  const evaluator = evaluatorAfter((_, messages, mode) => {
    names.push(`${mode.name}: ${messages.map(({ content }) => content).join(' | ')}`);
    return messages.at(-1)?.content === HALF ? reading.passed : undefined;
  });
  const hole = await openRabbitholeWorld(undefined, { evaluator });
  await hole.turnOff('tea');
  await hole.send(HALF);
  await hole.send('and more');
  const replies = () => hole.onThread(hole.holes().openId ?? '').filter(({ author }) => author === 'assistant');
  await until(() => replies().length === 3, 'all of it is answered');
  expect(hole.recall().recalledIds).toEqual([]);
  const exited = hole.ask({ type: 'exit_rabbithole' });
  reading.open();
  expect(await exited).toBe('accepted');
  expect(hole.frames.findLast(({ type }) => type === 'rabbithole_exited')).toMatchObject({ pointsRecalledDuring: 1 });
  // Each message was evaluated once, and only with messages of its hole.
  expect(names).toHaveLength(2);
  expect(names.every((name) => name.startsWith('rabbithole: ') && !name.includes('What comes to mind'))).toBe(true);
});

test('words copied from the explorer’s streaming reply are exposed', async () => {
  const rest = gate();
  const rabbithole = scriptRabbithole({ reply: (_, signal) => saysBehind(BLOCKS, rest.passed, signal) }).agents;
  const hole = await openRabbitholeWorld(undefined, { rabbithole });
  await hole.turnOff('tea');
  await until(() => hole.live().textFrames().length > 0, 'the partner speaks');
  await hole.send(BLOCKS);
  rest.open();
  await hole.settled();
  await hole.exit();
  await hole.ask({ type: 'end_session' });
  expect(hole.recall().recalledIds).toHaveLength(1);
  expect(
    await hole.world.database.read
      .selectFrom('review_log' as never)
      .selectAll()
      .execute(),
  ).toEqual([]);
});

test('a detector that fails or answers too late affects nothing', async () => {
  const late = gate();
  const looked: string[] = [];
  const { agents } = scriptRabbithole({
    detect: async (content) => {
      looked.push(content);
      if (content === 'three') throw new Error('the provider is down');
      if (content === 'four') await late.passed;
      return 'tea';
    },
  });
  const hole = await openRabbitholeWorld(undefined, { rabbithole: agents });
  for (const content of ['one', 'two', 'three']) await hole.say(content);
  await hole.send('four');
  await until(() => hole.live().state.turn === null, 'the tutor did not wait for it');
  await hole.send('five');
  late.open();
  await hole.settled();
  expect(looked).toEqual(['three', 'four', 'five']);
  expect(hole.frames.filter(({ type }) => type === 'rabbithole_detected')).toHaveLength(1);
});

test('a name that would reveal an open point is replaced by the person’s own words', async () => {
  const said = 'do lizards get tired as well?';
  const { agents } = scriptRabbithole({ detect: (content) => (content === said ? 'Receptors of lizards' : null) });
  const hole = await openRabbitholeWorld(undefined, { rabbithole: agents });
  for (const content of ['one', 'two', said]) await hole.say(content);
  expect(hole.holes().prompt?.topic).toMatch(/lizards/);
  expect(JSON.stringify(hole.frames)).not.toContain('Receptors of');
});

test('a stopped reply can still be retried after a visit to a hole', async () => {
  const never = gate();
  const hole = await openRabbitholeWorld(undefined, { tutor: tutorBehind(never.passed) });
  await hole.send(AWAKE);
  await until(() => hole.live().textFrames().length > 0, 'the tutor speaks');
  await hole.ask({ type: 'stop_reply' });
  await hole.open('tea');
  await hole.exit();
  expect(hole.onThread('trunk').at(-1)).toMatchObject({ status: 'interrupted' });
  never.open();
  expect(await hole.ask({ type: 'retry_reply' })).toBe('accepted');
  await hole.settled();
  expect(hole.onThread('trunk').at(-1)).toMatchObject({ status: 'complete' });
});

test('the new question after a return needs no evaluation of a message', async () => {
  const read: string[][] = [];
  const evaluator = evaluatorAfter((_, messages) => read.push(messages.map(({ content }) => content)));
  const hole = await openRabbitholeWorld(undefined, { evaluator });
  await hole.open('tea');
  await hole.say(AWAKE);
  await hole.exit();
  expect(hole.onThread('trunk')).toHaveLength(2);
  expect(read).toHaveLength(1);
});

test('an explorer’s words before and after its limit count as a telling', async () => {
  async function* cutIn(history: readonly { content: string }[]): AsyncIterable<string> {
    if (history.length > 1) {
      yield 'adenosine receptors.';
      return;
    }
    yield 'As it happens: Caffeine blocks ';
    throw new AppError('reply-cut', 'It was cut.', { remedy: 'Go on.' });
  }
  const rabbithole = scriptRabbithole({ reply: cutIn }).agents;
  const hole = await openRabbitholeWorld(undefined, { rabbithole });
  await hole.open('tea');
  expect(await hole.ask({ type: 'continue_reply' })).toBe('accepted');
  await hole.settled();
  expect(hole.frames.filter(({ type }) => type === 'point_told')).toHaveLength(1);
});

test('a hole left before its first reply gets that reply when it is entered again', async () => {
  const partner = gate();
  const reply = (_: unknown, signal: AbortSignal) => saysBehind('', partner.passed, signal);
  const hole = await openRabbitholeWorld(undefined, { rabbithole: scriptRabbithole({ reply }).agents });
  await hole.turnOff('tea');
  const { openId: id } = hole.holes();
  await hole.exit();
  partner.open();
  await hole.ask({ type: 'enter_rabbithole', rabbitholeEventId: id, topic: 'tea' });
  await hole.settled();
  expect(hole.onThread(id ?? '').map(({ author, status }) => [author, status])).toEqual([['assistant', 'complete']]);
});

test('a resent exit has no effect on a later hole', async () => {
  const rest = gate();
  const rabbithole = scriptRabbithole({ reply: (_, signal) => saysBehind('Well. ', rest.passed, signal) }).agents;
  const hole = await openRabbitholeWorld(undefined, { rabbithole });
  const messageId = hole.live().state.messages[0]?.id ?? '';
  const id = newId();
  await hole.ask({ type: 'open_rabbithole', topic: 'tea', messageId });
  expect(await hole.ask({ type: 'exit_rabbithole', id })).toBe('accepted');
  await hole.ask({ type: 'open_rabbithole', topic: 'coffee', messageId });
  await hole.send('first');
  expect(await hole.ask({ type: 'exit_rabbithole', id })).toBe('accepted');
  expect(hole.holes().openId).not.toBe(null);
  expect(hole.live().state.turn).not.toBe(null);
  rest.open();
  await hole.settled();
  expect(hole.onThread(hole.holes().openId ?? '').map(({ status }) => status)).not.toContain('interrupted');
});

test('a message written on another thread is refused, and can be sent there', async () => {
  const hole = await openRabbitholeWorld(undefined);
  const trunk = hole.live().state.messageCount;
  expect(await hole.ask({ type: 'user_message', content: 'in a hole', thread: 'hole-1' })).toBe('thread-left');
  expect(hole.live().state.messageCount).toBe(trunk);
  await hole.open('tea');
  expect(await hole.ask({ type: 'user_message', content: 'on the trunk', thread: 'trunk' })).toBe('thread-left');
  const { openId: thread } = hole.holes();
  expect(await hole.ask({ type: 'user_message', content: 'in this hole', thread })).toBe('accepted');
  await hole.settled();
});

test('an evaluator that fails inside is reported once, on the trunk, after the return', async () => {
  const evaluator: Evaluator = {
    ...embeddedEvaluator,
    evaluateBatch: () => Promise.reject(new AppError('model-failed', 'It is down.', { remedy: 'Try again.' })),
  };
  const hole = await openRabbitholeWorld(undefined, { evaluator });
  await hole.open('tea');
  const { openId } = hole.holes();
  await hole.say('green tea');
  await hole.say('black tea');
  expect(hole.onThread(openId ?? '').map(({ author }) => author)).not.toContain('notice');
  await hole.exit();
  expect(hole.onThread('trunk').filter(({ author }) => author === 'notice')).toHaveLength(1);
  await hole.open('coffee');
  await hole.say('black coffee');
  await hole.exit();
  expect(hole.onThread('trunk').filter(({ author }) => author === 'notice')).toHaveLength(1);
});
