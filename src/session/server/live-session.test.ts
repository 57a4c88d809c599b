import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Evaluator, Tutor } from '#modes/recall/server/agents.ts';
import { AppError } from '#wire/error-kind.ts';

import { newId, openWorld, until, type World } from '../../../fixtures/spine/world.ts';
import type { Message } from '../protocol.ts';
import type { LiveSession } from './live-session.ts';
import type { Subscriber } from './subscriber.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** A tutor whose words come when the test lets them. */
function handTutor() {
  const queue: (string | Error | null)[] = [];
  let wake = () => undefined as void;
  let isAborted = false;
  const tutor: Tutor = {
    name: 'Hand',
    async *reply(_request, signal) {
      signal.addEventListener('abort', () => {
        isAborted = true;
        wake();
      });
      for (;;) {
        const next = queue.shift();
        if (next instanceof Error) throw next;
        if (next === null || signal.aborted) return;
        if (next === undefined) await new Promise<void>((resolve) => (wake = resolve));
        else yield next;
      }
    },
  };
  const give = (...pieces: (string | Error | null)[]) => {
    queue.push(...pieces);
    wake();
  };
  return { tutor, give, isAborted: () => isAborted };
}

class Reader implements Subscriber {
  readonly events: { type: string; seq: number; content?: string }[] = [];
  text = '';
  event(frame: string): void {
    const event = JSON.parse(frame) as (typeof this.events)[number];
    this.events.push(event);
    if (event.type === 'reply_started') this.text = '';
  }
  chunk(frame: string): void {
    const { offset, text } = JSON.parse(frame) as { offset: number; text: string };
    expect(offset).toBeLessThanOrEqual(this.text.length);
    this.text = this.text.slice(0, offset) + text;
  }
}

async function open(agents: Parameters<World['start']>[0] = {}) {
  const person = await world.addPerson();
  const running = world.start(agents);
  const session = await world.begin(running, person);
  const live = await running.sessions.get({ person, session });
  const say = (content: string) => live.execute({ type: 'user_message', id: newId(), session, content });
  const ask = (type: 'stop_reply' | 'retry_reply' | 'leave_session' | 'end_session') =>
    live.execute({ type, id: newId(), session });
  return { person, session, running, live, say, ask };
}
const last = (live: LiveSession): Message | undefined => live.state.messages.at(-1);

test('a reply streams to everybody, and who joins midway gets the text so far', async () => {
  const { tutor, give } = handTutor();
  const { live, say, running } = await open({ tutor });
  const early = new Reader();
  await live.subscribe(early, 1);
  await say('hello');
  give('one ', 'two ');
  await until(() => early.text === 'one two ', 'two words have come');
  const late = new Reader();
  await live.subscribe(late, undefined);
  expect(late.text).toBe('one two ');
  give('three', null);
  await until(() => late.events.some(({ type }) => type === 'assistant_complete'), 'it is complete');
  expect([early.text, late.text]).toEqual(['one two three', 'one two three']);
  expect(last(live)).toMatchObject({ content: 'one two three', status: 'complete' });
  expect(early.events.map(({ seq }) => seq)).toEqual(early.events.map((_, index) => index + 2));
  await running.sessions.close();
});

test('stop keeps exactly what was shown, ends the provider’s stream, and retry replaces it', async () => {
  const { tutor, give, isAborted } = handTutor();
  const { live, say, ask, running } = await open({ tutor });
  const reader = new Reader();
  await live.subscribe(reader, undefined);
  await say('hello');
  give('half of ');
  await until(() => reader.text === 'half of ', 'half has come');
  const stopped = ask('stop_reply');
  give('it never shown');
  expect(await stopped).toMatchObject({ type: 'accepted' });
  expect(isAborted()).toBe(true);
  expect(reader.text).toBe('half of ');
  expect(last(live)).toMatchObject({ content: 'half of ', status: 'interrupted', reason: 'stopped' });
  expect(await ask('stop_reply')).toMatchObject({ kind: 'refused', reason: 'nothing-to-stop' });

  const before = live.state.messages.length;
  await ask('retry_reply');
  give('all of it', null);
  await until(() => live.state.turn === null, 'the retry is over');
  expect(last(live)).toMatchObject({ content: expect.stringContaining('all of it') as string, status: 'complete' });
  expect(live.state.messages).toHaveLength(before);
  await running.sessions.close();
});

test('a reply that fails is an event with what to do, keeps its text, and can be tried again', async () => {
  const { tutor, give } = handTutor();
  const { live, say, ask, running } = await open({ tutor });
  await say('hello');
  give('half ', new AppError('store-failed', 'The model is overloaded.'));
  await until(() => last(live)?.status === 'interrupted', 'it is interrupted');
  expect(last(live)).toMatchObject({
    content: 'half ',
    reason: 'failed',
    problem: { message: 'The model is overloaded.' },
  });
  await ask('retry_reply');
  give('whole', null);
  await until(() => last(live)?.status === 'complete', 'it is complete');
  expect(last(live)?.content).toBe('whole');
  await running.sessions.close();
});

test('a process that ends in mid-reply leaves what it had kept, marked, and can be retried', async () => {
  const { tutor, give } = handTutor();
  const { live, say, person, session, running } = await open({ tutor });
  await say('hello');
  give('kept '.repeat(500));
  const partial = () =>
    world.database.read
      .selectFrom('partial_replies' as never)
      .selectAll()
      .execute() as Promise<{ session_id: string }[]>;
  await until(async () => (await partial()).some((row) => row.session_id === session), 'the text is kept');
  expect(live.state.turn).not.toBeNull();
  await running.sessions.close();

  const next = world.start();
  await next.sessions.recover();
  const again = await next.sessions.get({ person, session });
  expect(last(again)).toMatchObject({ status: 'interrupted', reason: 'restarted', content: 'kept '.repeat(500) });
  await again.execute({ type: 'retry_reply', id: newId(), session });
  await until(() => last(again)?.status === 'complete', 'it is complete');
  expect((await partial()).some((row) => row.session_id === session)).toBe(false);
  await next.sessions.close();
});

test('a turn that was still being prepared when the process ended goes on by itself', async () => {
  let calls = 0;
  const stuck: Evaluator = { evaluateBatch: () => ((calls += 1), new Promise(() => undefined)) };
  const { say, person, session, running } = await open({ evaluator: stuck });
  await say('Caffeine blocks adenosine receptors.');
  await until(() => calls === 1, 'the evaluator was asked');
  await running.sessions.close();

  const next = world.start();
  await next.sessions.recover();
  const again = await next.sessions.get({ person, session });
  await until(() => again.state.turn === null, 'it is answered');
  expect((again.state.modes['recall'] as { recalledIds: string[] }).recalledIds).toHaveLength(1);
  await next.sessions.close();
});

test('messages said during a reply wait, and each has a turn of its own, in order', async () => {
  const { live, say, running } = await open();
  await Promise.all([
    say('Adenosine builds up while we are awake.'),
    say('no idea'),
    say('Caffeine blocks adenosine receptors.'),
  ]);
  await until(() => live.state.turn === null, 'all are answered');
  const said = live.state.messages.filter((message) => message.author === 'person');
  const answered = live.state.messages.filter((message) => message.author === 'assistant').slice(1);
  expect(answered.map((message) => message.replyTo)).toEqual(said.map((message) => message.id));
  expect((live.state.modes['recall'] as { recalledIds: string[] }).recalledIds).toHaveLength(2);
  await running.sessions.close();
});

test('an evaluator that fails credits nobody, says so once, and the session goes on', async () => {
  const failing: Evaluator = { evaluateBatch: () => Promise.reject(new Error('down')) };
  const { live, say, running } = await open({ evaluator: failing });
  await say('Caffeine blocks adenosine receptors.');
  await say('The half-life of caffeine is five hours.');
  await until(() => live.state.turn === null, 'both are answered');
  expect(live.state.messages.filter((message) => message.author === 'notice')).toHaveLength(1);
  expect(live.state.modes['recall']).toMatchObject({ recalledIds: [] });
  await running.sessions.close();
});

test('leaving pauses, and saying something resumes', async () => {
  const { live, say, ask, running } = await open();
  await ask('leave_session');
  expect(live.state.status).toBe('paused');
  expect(await ask('leave_session')).toMatchObject({ type: 'accepted' });
  await say('no idea');
  expect(live.state.status).toBe('open');
  await running.sessions.close();
});

test('what was asked for and never recalled is forgotten; what was never asked for has no review', async () => {
  const { live, ask, say, session, running } = await open();
  await say('tell me');
  await until(() => live.state.turn === null, 'it is told');
  await ask('end_session');
  const rows = (await world.database.read
    .selectFrom('review_log' as never)
    .selectAll()
    .execute()) as { session_id: string; rating: number }[];
  expect(rows.filter((row) => row.session_id === session).map((row) => row.rating)).toEqual([1, 1]);
  expect(live.state.status).toBe('complete');
  await running.sessions.close();
});
