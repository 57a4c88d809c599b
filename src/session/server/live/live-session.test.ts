import { setImmediate } from 'node:timers/promises';

import { afterAll, expect, test } from 'vitest';

import { HISTORY_ROOM } from '#language-model/domain/history.ts';
import { AppError } from '#wire/error-kind.ts';

import type { EchoOptions } from '../../../../fixtures/echo/echo-server.ts';
import { type EchoWorld, openEchoWorld } from '../../../../fixtures/echo/echo-world.ts';
import { closedAtEnd } from '../../../../fixtures/spine/closed-at-end.ts';
import { handStream } from '../../../../fixtures/spine/hand-stream.ts';
import { LiveReader } from '../../../../fixtures/spine/live-reader.ts';
import { newId, until } from '../../../../fixtures/spine/world.ts';
import { conversationBefore } from '../../domain/conversation-order.ts';
import { spokenMessages } from '../../domain/spoken.ts';
import { TRUNK } from '../../domain/thread.ts';
import type { Message } from '../../protocol.ts';
import type { LiveSession } from './live-session.ts';

const world = await openEchoWorld();
afterAll(() => world.close());

type Reply = NonNullable<EchoOptions['reply']>;

function handReply() {
  const { stream, ...hand } = handStream();
  const reply: Reply = (_said, _session, how) => stream(how);
  return { reply, ...hand };
}

async function open(options: Parameters<EchoWorld['start']>[0] = {}) {
  const person = await world.addPerson();
  const running = closedAtEnd(world.start(options));
  const session = await world.begin(running, person, 'Say something.');
  const live = await running.sessions.get({ person, session });
  const say = (content: string) => live.execute({ type: 'user_message', id: newId(), session, content });
  const ask = (type: 'stop_reply' | 'retry_reply' | 'leave_session' | 'end_session') =>
    live.execute({ type, id: newId(), session });
  return { person, session, running, live, say, ask };
}
/** The messages without the mode's own notices. */
const spoken = (live: LiveSession) => live.state.messages.filter(({ author }) => author !== 'notice');
const last = (live: LiveSession): Message | undefined => spoken(live).at(-1);

test('a reply streams to all subscribers, and a late one gets the text so far', async () => {
  const { reply, give } = handReply();
  const { live, say } = await open({ reply });
  const early = new LiveReader();
  await live.subscribe(early, 1);
  await say('hello');
  give('one ', 'two ');
  await until(() => early.text === 'one two ', 'two words have come');
  const late = new LiveReader();
  await live.subscribe(late, undefined);
  expect(late.text).toBe('one two ');
  give('three', null);
  await until(() => late.events.some(({ type }) => type === 'assistant_complete'), 'it is complete');
  expect([early.text, late.text]).toEqual(['one two three', 'one two three']);
  expect(last(live)).toMatchObject({ content: 'one two three', status: 'complete' });
  expect(early.events.map(({ seq }) => seq)).toEqual(early.events.map((_, index) => index + 2));
});

test('stop keeps exactly what was shown and cancels the stream, and retry replaces the reply', async () => {
  const { reply, give, isAborted } = handReply();
  let now = Date.now();
  const { live, say, ask, running } = await open({ reply, now: () => now });
  const took: (number | undefined)[] = [];
  running.people.onSummary((_person, _changed, { replyMs }) => took.push(replyMs));
  const reader = new LiveReader();
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

  const before = spoken(live).length;
  now += 3_600_000;
  await ask('retry_reply');
  now += 3_000;
  give('all of it', null);
  await until(() => live.state.turn === null, 'the retry is over');
  expect(last(live)).toMatchObject({ content: expect.stringContaining('all of it') as string, status: 'complete' });
  expect(spoken(live)).toHaveLength(before);
  // The age of a retry counts from the retry, not from the message.
  expect(took.filter((replyMs) => replyMs !== undefined)).toEqual([3_000]);
});

test('the last chunk leaves before the reply is completed', async () => {
  let looks = 0;
  const now = () => (looks += 1);
  const { reply, give } = handReply();
  const { live, say } = await open({ reply, now });
  const looksUntilSent: number[] = [];
  const chunk = () => {
    const shownAt = looks;
    // The frames of one turn of the event loop leave together.
    void setImmediate().then(() => looksUntilSent.push(looks - shownAt));
  };
  await live.subscribe({ event: () => undefined, chunk }, undefined);
  await say('hello');
  give('all at once', null);
  await until(() => live.state.turn === null, 'it is answered');
  expect(looksUntilSent).toEqual([0]);
});

test('a failed reply is an event with a remedy, keeps its text, and can be retried', async () => {
  const { reply, give } = handReply();
  const { live, say, ask } = await open({ reply });
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
});

test('a reply cut off by the end of the process is interrupted with its stored text, and can be retried', async () => {
  const { reply, give } = handReply();
  const { live, say, person, session, running } = await open({ reply });
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

  const next = closedAtEnd(world.start());
  await next.sessions.recover();
  const again = await next.sessions.get({ person, session });
  expect(last(again)).toMatchObject({ status: 'interrupted', reason: 'restarted', content: 'kept '.repeat(500) });
  await again.execute({ type: 'retry_reply', id: newId(), session });
  await until(() => last(again)?.status === 'complete', 'it is complete');
  expect((await partial()).some((row) => row.session_id === session)).toBe(false);
});

test('all shown text of a reply is stored when the server stops', async () => {
  const { reply, give } = handReply();
  const { live, say, person, session, running } = await open({ reply });
  await say('hello');
  give('few words ');
  await until(() => live.textFrames().length > 0, 'words have come');
  await running.sessions.close();
  const next = closedAtEnd(world.start());
  expect(last(await next.sessions.get({ person, session }))).toMatchObject({
    content: 'few words ',
    reason: 'restarted',
  });
});

test('a message cannot have the id of another', async () => {
  const { live, session } = await open();
  const [opening] = live.state.messages;
  const taken = { type: 'user_message', id: opening?.id ?? '', session, content: 'mine' } as const;
  expect(await live.execute(taken)).toMatchObject({ kind: 'refused', reason: 'id-taken' });
  expect(live.state.messages).toEqual([opening]);
});

test('for each message of a burst, the conversation of its reply ends with that message', async () => {
  const asked: string[][] = [];
  const reply: Reply = async function* (_said, session, { readThread }) {
    const thread = conversationBefore((await readThread(TRUNK, HISTORY_ROOM)).messages, session.turn?.replyId ?? null);
    asked.push(spokenMessages(thread.slice(1)).map((message) => message.content));
    yield `answer ${asked.length}`;
  };
  const { live, say } = await open({ reply });
  await Promise.all([say('no idea 1'), say('no idea 2'), say('no idea 3')]);
  await until(() => live.state.turn === null, 'all are answered');
  expect(asked).toEqual([
    ['no idea 1'],
    ['no idea 1', 'answer 1', 'no idea 2'],
    ['no idea 1', 'answer 1', 'no idea 2', 'answer 2', 'no idea 3'],
  ]);
});

test('a reply can read the whole thread if the state holds only its latest messages', async () => {
  let lengths: number[] = [];
  const reply: Reply = async function* (_said, session, { readThread }) {
    const thread = conversationBefore((await readThread(TRUNK, HISTORY_ROOM)).messages, session.turn?.replyId ?? null);
    lengths = [...lengths, spokenMessages(thread).length];
    yield 'Yes?';
  };
  const { live, say } = await open({ reply });
  for (let index = 0; index < 210; index += 1) {
    await say(`no idea ${index}`);
    await until(() => live.state.turn === null, 'it is answered');
  }
  expect(live.state.messages.length).toBeLessThan(live.state.messageCount);
  expect(lengths).toEqual(Array.from({ length: 210 }, (_, index) => 2 * (index + 1)));
});

test('the end of a session interrupts a reply under way, and nothing follows it', async () => {
  const { reply, give } = handReply();
  const { live, say, ask } = await open({ reply });
  await say('hello');
  give('It ');
  await until(() => live.textFrames().length > 0, 'a chunk is shown');
  await ask('end_session');
  expect(live.state).toMatchObject({ status: 'complete', turn: null });
  expect(last(live)).toMatchObject({ content: 'It ', status: 'interrupted' });
  expect(await say('more')).toMatchObject({ reason: 'session-over' });
});
