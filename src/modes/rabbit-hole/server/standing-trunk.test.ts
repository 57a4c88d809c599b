import { expect, test } from 'vitest';

import type { TutorRequest } from '#modes/recall/tutor/domain/tutor-request.ts';
import type { Tutor } from '#modes/recall/tutor/server/tutor.ts';
import { withWholeReplies } from '#session/domain/spoken.ts';
import { sentencesOf } from '#text/domain/sentences.ts';
import { AppError } from '#wire/error-kind.ts';

import { evaluatorBehind, gate } from '../../../../fixtures/spine/held-back.ts';
import { scriptRabbithole } from '../../../../fixtures/spine/rabbithole-agents.ts';
import { openRabbitholeWorld } from '../../../../fixtures/spine/rabbithole-world.ts';
import { ladderTutor, POINTS, until, type WorldAgents } from '../../../../fixtures/spine/world.ts';

const [, BLOCKS, HALF] = POINTS as [string, string, string];
const SAID = 'It has to do with gardening';

type Manner = 'stalls' | 'streams' | 'never begins';

/** The embedded tutor with a first reply that does not end. Its continuation ends at once. */
function endlessTutor(manner: Manner) {
  const real = ladderTutor;
  const requests: TutorRequest[] = [];
  const cancelled: number[] = [];
  const tutor: Tutor = {
    ...real,
    async *reply(request, call) {
      const index = requests.push(request);
      if (index > 1) return yield* real.reply(request, call);
      call.signal.addEventListener('abort', () => cancelled.push(index));
      const whole = await wholeOf(real.reply(request, call));
      const sentence = sentencesOf(whole)[0]?.end ?? 0;
      const shown = { stalls: sentence + 1, streams: Math.ceil((sentence + whole.length) / 2), 'never begins': 0 }[
        manner
      ];
      for (const letter of whole.slice(0, shown)) yield letter;
      await new Promise((done) => call.signal.addEventListener('abort', done));
    },
  };
  return { tutor, requests, cancelled };
}

async function wholeOf(pieces: AsyncIterable<string>): Promise<string> {
  let whole = '';
  for await (const piece of pieces) whole += piece;
  return whole;
}

type World = Awaited<ReturnType<typeof openRabbitholeWorld>>;
const trunkOf = (hole: World) => hole.onThread('trunk').filter(({ author }) => author !== 'notice');
const wordsOf = (hole: World) => withWholeReplies(trunkOf(hole)).map(({ content }) => content);
const insideOf = (hole: World) => hole.onThread(hole.holes().openId ?? '');
const spokenInside = (hole: World) => insideOf(hole).filter(({ content }) => content !== '');

/** The trunk's reply to this message in a session without a hole. */
async function withoutHole(said: string): Promise<readonly string[]> {
  const hole = await openRabbitholeWorld(undefined, { tutor: ladderTutor });
  await hole.say(said);
  await hole.close();
  return wordsOf(hole);
}

async function replying(manner: Manner, agents: WorldAgents = {}) {
  const scripted = endlessTutor(manner);
  const hole = await openRabbitholeWorld(undefined, { ...agents, tutor: scripted.tutor });
  await hole.send(SAID);
  await until(
    () => scripted.requests.length === 1 && (manner === 'never begins' || hole.live().textFrames().length > 0),
    'the tutor replies',
  );
  return { hole, ...scripted };
}

test.each(['stalls', 'streams', 'never begins'] as const)(
  'a tutor that %s is cut by the entry, and its reply is complete after the return',
  async (manner) => {
    const { hole, requests, cancelled } = await replying(manner);
    await hole.turnOff('tea');
    expect(cancelled).toEqual([1]);
    await until(() => spokenInside(hole).length === 1, 'the hole speaks first');
    await hole.settled();
    const cut = trunkOf(hole).at(-1);
    expect(cut).toMatchObject({ status: 'interrupted', reason: 'set-aside' });
    expect(requests).toHaveLength(1);
    await hole.say('Who drank it first?');
    expect(trunkOf(hole).at(-1)).toBe(cut);
    await hole.exit();
    expect(requests).toHaveLength(2);
    expect(trunkOf(hole).at(-1)).toMatchObject({ status: 'complete', ...(cut?.content && { continues: cut.id }) });
    expect(wordsOf(hole)).toEqual(await withoutHole(SAID));
  },
);

test('a tutor that fails after the return can be retried, after the words shown', async () => {
  const scripted = endlessTutor('streams');
  let failures = 1;
  const tutor: Tutor = {
    ...scripted.tutor,
    async *reply(request, call) {
      if (request.begun && failures > 0) {
        failures -= 1;
        throw new AppError('model-failed', 'It is down.', { remedy: 'Retry.' });
      }
      yield* scripted.tutor.reply(request, call);
    },
  };
  const hole = await openRabbitholeWorld(undefined, { tutor });
  await hole.send(SAID);
  await until(() => hole.live().textFrames().length > 0, 'the tutor replies');
  await hole.open('tea');
  await hole.exit();
  expect(trunkOf(hole).at(-1)).toMatchObject({ status: 'interrupted', reason: 'failed' });
  expect(await hole.ask({ type: 'retry_reply' })).toBe('accepted');
  await hole.settled();
  expect(wordsOf(hole)).toEqual(await withoutHole(SAID));
});

test('a message under evaluation is credited inside, and answered after the return', async () => {
  const reading = gate();
  const hole = await openRabbitholeWorld(undefined, { evaluator: evaluatorBehind(reading.passed) });
  await hole.send(HALF);
  await hole.turnOff('tea');
  await until(() => spokenInside(hole).length === 1 && hole.live().state.turn === null, 'the hole waits for nothing');
  reading.open();
  await hole.settled();
  expect(hole.recall().recalledIds).toHaveLength(1);
  expect(trunkOf(hole)).toHaveLength(2);
  await hole.exit();
  expect(hole.frames.findLast(({ type }) => type === 'rabbithole_exited')).toMatchObject({ pointsRecalledDuring: 0 });
  expect(trunkOf(hole).at(-1)).toMatchObject({ author: 'assistant', status: 'complete' });
  expect(wordsOf(hole)).toEqual(await withoutHole(HALF));
});

test('a message that waits behind a cut reply is evaluated inside, and each gets its reply after the return', async () => {
  const { hole } = await replying('streams');
  await hole.send(HALF);
  await hole.open('tea');
  expect(hole.recall().recalledIds).toHaveLength(1);
  expect(trunkOf(hole).map(({ author }) => author)).toEqual(['assistant', 'person', 'assistant', 'person']);
  await hole.exit();
  const replies = trunkOf(hole).filter(({ author }) => author === 'assistant');
  expect(replies.map(({ status }) => status)).toEqual(['complete', 'interrupted', 'complete', 'complete']);
  expect(replies.slice(-2)).toMatchObject([{ continues: replies[1]?.id }, { replyTo: trunkOf(hole)[3]?.id }]);
});

test('the question of a cut reply is not completed if its point was recalled inside', async () => {
  const { hole, requests } = await replying('streams');
  const asked = requests[0]?.probe?.point.text ?? '';
  await hole.open('tea');
  await hole.say(asked);
  expect(hole.recall().recalledIds).toHaveLength(1);
  await hole.exit();
  expect(requests[1]).toMatchObject({ begun: null });
  expect(requests[1]?.probe?.point.text).not.toBe(asked);
  expect(trunkOf(hole).at(-1)).toMatchObject({ author: 'assistant', status: 'complete' });
});

test('Stop in a hole stops only the reply of the hole', async () => {
  const { agents } = scriptRabbithole({
    async *reply(_, signal) {
      yield 'There is ';
      await new Promise((done) => signal.addEventListener('abort', done));
    },
  });
  const { hole } = await replying('streams', { rabbithole: agents });
  await hole.turnOff('tea');
  await until(() => hole.live().textFrames().length > 0, 'the hole speaks');
  expect(await hole.ask({ type: 'stop_reply' })).toBe('accepted');
  expect(insideOf(hole)).toMatchObject([{ content: 'There is ', reason: 'stopped' }]);
  expect(trunkOf(hole).at(-1)).toMatchObject({ reason: 'set-aside' });
  expect(await hole.ask({ type: 'stop_reply' })).toBe('nothing-to-stop');
  await hole.exit();
  expect(wordsOf(hole)).toEqual(await withoutHole(SAID));
});

test('a reply cut twice is continued after the words shown', async () => {
  const scripted = endlessTutor('streams');
  const real = ladderTutor;
  const tutor: Tutor = {
    ...scripted.tutor,
    async *reply(request, call) {
      if (scripted.requests.length !== 1) return yield* scripted.tutor.reply(request, call);
      scripted.requests.push(request);
      const rest = await wholeOf(real.reply(request, call));
      yield rest.slice(0, 3);
      await new Promise((done) => call.signal.addEventListener('abort', done));
    },
  };
  const hole = await openRabbitholeWorld(undefined, { tutor });
  await hole.send(SAID);
  await until(() => hole.live().textFrames().length > 0, 'the tutor replies');
  await hole.open('tea');
  await hole.ask({ type: 'exit_rabbithole' });
  await until(() => scripted.requests.length === 2, 'the tutor continues');
  await hole.open('coffee');
  await hole.exit();
  expect(scripted.requests).toHaveLength(3);
  expect(wordsOf(hole)).toEqual(await withoutHole(SAID));
});

test.each(['before the entry', 'inside', 'while the reply continues'] as const)(
  'after a crash %s the trunk is still frozen, and its reply can be completed',
  async (moment) => {
    const { hole } = await replying('streams');
    const calm: WorldAgents = { tutor: ladderTutor };
    if (moment === 'before the entry') {
      await hole.restart(calm);
      expect(trunkOf(hole).at(-1)).toMatchObject({ reason: 'restarted' });
      await hole.open('tea');
      await hole.exit();
      expect(await hole.ask({ type: 'retry_reply' })).toBe('accepted');
    } else {
      await hole.open('tea');
      await hole.send(HALF);
      if (moment === 'inside') {
        await hole.restart(calm);
        expect(trunkOf(hole).at(-1)).toMatchObject({ reason: 'set-aside' });
        await hole.settled();
        expect(hole.recall().recalledIds).toHaveLength(1);
        await hole.exit();
      } else {
        await hole.settled();
        const again = endlessTutor('stalls');
        await hole.restart({ tutor: again.tutor });
        await hole.ask({ type: 'exit_rabbithole' });
        await until(() => again.requests.length === 1, 'the tutor continues');
        await hole.restart(calm);
        expect(trunkOf(hole).at(-1)).toMatchObject({ reason: 'restarted' });
        expect(await hole.ask({ type: 'retry_reply' })).toBe('accepted');
      }
    }
    await hole.settled();
    expect(trunkOf(hole).at(-1)).toMatchObject({ author: 'assistant', status: 'complete' });
    expect(hole.live().state).toMatchObject({ turn: null, waiting: [] });
  },
);

test('after a crash inside, a trunk message without an evaluation is evaluated there', async () => {
  const never = gate();
  const hole = await openRabbitholeWorld(undefined, { evaluator: evaluatorBehind(never.passed) });
  await hole.send(BLOCKS);
  await hole.turnOff('tea');
  await until(() => hole.live().state.turn === null, 'the hole has spoken');
  const restarted = hole.restart({});
  never.open();
  await restarted;
  await hole.settled();
  expect(hole.recall().recalledIds).toHaveLength(1);
  expect(trunkOf(hole)).toHaveLength(2);
  await hole.exit();
  expect(trunkOf(hole).at(-1)).toMatchObject({ author: 'assistant', status: 'complete' });
});
