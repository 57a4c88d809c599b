import { expect, test } from 'vitest';

import { onDatabase } from '../../../../../fixtures/database/each-engine.ts';
import { openRecallWorld } from '../../../../../fixtures/spine/recall-world.ts';
import { ladderTutor, newId, until } from '../../../../../fixtures/spine/world.ts';
import type { SetDetail } from '../../sets/protocol.ts';

const AWAKE = 'Adenosine builds up while we are awake.';
const BLOCKS = 'Caffeine blocks adenosine receptors.';
const HALF = 'The half-life of caffeine is five hours.';
const SLEEP = 'Deep sleep clears adenosine from the brain.';

onDatabase('grades of unseen questions', (open) => {
  /** A tutor that fails, or waits before its first word, on request. */
  async function start() {
    const real = ladderTutor;
    const waiting = Promise.withResolvers<void>();
    const control = {
      fails: false,
      waits: null as Promise<void> | null,
      waitsAfterWords: false,
      release: () => waiting.resolve(),
    };
    const tutor: typeof real = {
      ...real,
      async *reply(asked, call) {
        if (control.fails) throw new Error('the provider is down');
        if (control.waits)
          await Promise.race([control.waits, new Promise((done) => call.signal.addEventListener('abort', done))]);
        if (call.signal.aborted) return;
        for await (const piece of real.reply(asked, call)) {
          yield piece;
          // A sentence is shown when it ends.
          if (control.waitsAfterWords && /[.?]\s$/u.test(piece)) await waiting.promise;
        }
      },
    };
    const world = await openRecallWorld(await open(), { tutor });
    const setId = await world.world.addSet(world.person, [AWAKE, BLOCKS, HALF, SLEEP]);
    const { items } = await world.call<SetDetail>('GET', `/api/recall/sets/${setId}`);
    const session = await world.world.begin(world.running, world.person, setId);
    const live = await world.running.sessions.get({ person: world.person, session });
    const answered = () => until(() => live.state.turn === null, 'the turn is over');
    const send = (content: string) => live.execute({ type: 'user_message', id: newId(), session, content });
    return {
      end: (one: typeof live) => world.end(one),
      control,
      live,
      session,
      answered,
      send,
      say: async (content: string) => {
        await send(content);
        await answered();
      },
      help: async (kind: 'hint' | 'forgotten' | 'tell') => {
        await live.execute({ type: 'request_help', id: newId(), session, kind });
        await answered();
      },
      graded: async (text: string) => {
        const row = await world.database.read
          .selectFrom('review_log')
          .select(['how', 'rating'])
          .where('point_id', '=', items.find((item) => item.text === text)?.id ?? '')
          .executeTakeFirst();
        return row ?? null;
      },
    };
  }

  test('a question whose reply failed before its first word was never asked', async () => {
    const { control, say, end, live, graded } = await start();
    control.fails = true;
    await say(AWAKE);
    control.fails = false;
    await say(HALF);
    await end(live);
    expect(await graded(BLOCKS)).toBe(null);
  });

  test('a hint whose reply failed before its first word does not count', async () => {
    const { control, say, help, end, live, graded } = await start();
    control.fails = true;
    await help('hint');
    control.fails = false;
    await say(AWAKE);
    await end(live);
    expect(await graded(AWAKE)).toEqual({ how: 'unaided', rating: 3 });
  });

  test('failed replies do not climb the ladder', async () => {
    const { control, say, live } = await start();
    control.fails = true;
    for (let time = 0; time < 4; time += 1) await say('I do not know');
    control.fails = false;
    await say('I do not know');
    expect(live.state.messages.at(-1)?.content).not.toContain(AWAKE);
  });

  test('a question stopped before its first word was never asked', async () => {
    const { control, say, send, end, live, session, answered, graded } = await start();
    control.waits = new Promise(() => undefined);
    await send(AWAKE);
    await until(() => (live.state.turn?.replyId ?? null) !== null, 'the reply has begun');
    await live.execute({ type: 'stop_reply', id: newId(), session });
    await answered();
    control.waits = null;
    await say(HALF);
    await end(live);
    expect(await graded(BLOCKS)).toBe(null);
  });

  test('a message sent before the first word of a question does not answer it', async () => {
    const { control, send, end, live, answered, graded } = await start();
    let release = () => undefined as void;
    control.waits = new Promise((done) => (release = done));
    await send(AWAKE);
    await until(() => (live.state.turn?.replyId ?? null) !== null, 'the reply has begun');
    await send(HALF);
    control.waits = null;
    release();
    await answered();
    await until(() => live.state.messages.at(-1)?.author === 'assistant' && live.state.turn === null, 'both answered');
    await end(live);
    expect(await graded(BLOCKS)).toBe(null);
  });

  test('a visible part of a reply under way counts as a hint', async () => {
    const { control, help, send, end, live, answered, graded } = await start();
    control.waitsAfterWords = true;
    const hinted = help('hint');
    await until(() => live.textFrames().length > 0, 'words of the hint are there');
    await send(AWAKE);
    control.release();
    await hinted;
    await until(() => live.state.messages.at(-1)?.author === 'assistant' && live.state.turn === null, 'both answered');
    await answered();
    await end(live);
    expect(await graded(AWAKE)).toEqual({ how: 'hinted', rating: 2 });
  });

  test('a message sent before a telling was visible does not repeat it', async () => {
    const { control, say, send, end, live, answered, graded } = await start();
    for (let time = 0; time < 3; time += 1) await say('I do not know');
    control.waits = new Promise((done) => (control.release = () => done()));
    await send('I do not know');
    await until(() => (live.state.turn?.replyId ?? null) !== null, 'the reply that tells has begun');
    await send(AWAKE);
    control.waits = null;
    control.release();
    await answered();
    await until(() => live.state.messages.at(-1)?.author === 'assistant' && live.state.turn === null, 'both answered');
    await end(live);
    expect(await graded(AWAKE)).toEqual({ how: 'helped', rating: 1 });
  });

  test('a person who asks to be told before a hint was visible is told', async () => {
    const { control, help, live, answered } = await start();
    control.waits = new Promise((done) => (control.release = () => done()));
    const hinted = help('hint');
    await until(() => (live.state.turn?.replyId ?? null) !== null, 'the hint has begun');
    await live.execute({ type: 'request_help', id: newId(), session: live.owned.session, kind: 'tell' });
    control.waits = null;
    control.release();
    await hinted;
    await until(() => live.state.messages.at(-1)?.author === 'assistant' && live.state.turn === null, 'both answered');
    await answered();
    expect(live.state.messages.at(-1)?.content).toContain(AWAKE.slice(0, -1));
  });
});
