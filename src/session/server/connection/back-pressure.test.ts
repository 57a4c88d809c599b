import { EventEmitter } from 'node:events';

import { expect, test } from 'vitest';

import { upMessage } from '#composition/protocol.ts';

import { openEchoWorld } from '../../../../fixtures/echo/echo-world.ts';
import { newId, silentLog, until } from '../../../../fixtures/spine/world.ts';
import type { DownMessage } from '../../protocol.ts';
import type { RunningSpine } from '../spine.ts';
import { serveConnection } from './connection.ts';
import type { Socket } from './socket.ts';

/** The far end of a socket; it accepts frames only while it reads. */
class SlowReader extends EventEmitter implements Socket {
  isReading = true;
  closedWith: number | null = null;
  largest = 0;
  /** The largest number of frames that waited at once. */
  mostFrames = 0;
  /** Accepts a few bytes at each look, so it never counts as stalled and its backlog stays. */
  isTrickling = false;
  readonly received: DownMessage[] = [];
  #waiting: string[] = [];
  #unread = 0;
  get bufferedAmount(): number {
    if (this.isTrickling && this.#unread > 1) this.#unread -= 1 / 1024;
    return this.#unread;
  }
  send(frame: string): void {
    if (this.isReading) return void this.received.push(JSON.parse(frame) as DownMessage);
    this.#waiting.push(frame);
    this.#unread += frame.length;
    this.largest = Math.max(this.largest, this.#unread);
    this.mostFrames = Math.max(this.mostFrames, this.#waiting.length);
  }
  read(): void {
    this.isReading = true;
    this.takeAll();
  }
  /** Accepts what waits now, and no more. */
  takeAll(): void {
    this.#unread = 0;
    for (const frame of this.#waiting.splice(0)) this.received.push(JSON.parse(frame) as DownMessage);
  }
  ping(): void {}
  close(code: number): void {
    this.closedWith = code;
    this.emit('close');
  }
  terminate(): void {}
  /** Sends a message with a new id, which it returns. */
  ask(message: { readonly type: string; readonly session?: string }): string {
    const id = newId();
    this.emit('message', Buffer.from(JSON.stringify({ ...message, id })), false);
    return id;
  }
}

function connect({ sessions, people, backlog }: RunningSpine, person: string): SlowReader {
  const socket = new SlowReader();
  const monotonic = () => performance.now();
  serveConnection(
    socket,
    { person, signIn: null },
    { sessions, people, backlog, lineage: 'one', upMessage, monotonic, log: silentLog },
  );
  return socket;
}

const MIB = 1024 * 1024;

test('a stalled subscriber uses bounded memory, slows no other, and catches up once it reads again', async () => {
  const world = await openEchoWorld();
  const person = await world.addPerson();
  const piece = 'word '.repeat(200);
  const running = world.start({
    async *reply() {
      for (let index = 0; index < 800; index += 1) {
        yield piece;
        if (index % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
    },
  });
  const session = await world.begin(running, person);
  const [slow, quick] = [connect(running, person), connect(running, person)];
  for (const socket of [slow, quick]) socket.ask({ type: 'subscribe', session });
  await until(() => slow.received.length + quick.received.length >= 6, 'both are subscribed');
  slow.isReading = false;
  const live = await running.sessions.get({ person, session });
  for (let index = 0; index < 4; index += 1) {
    await live.execute({ type: 'user_message', id: newId(), session, content: `${index} ${'y'.repeat(200_000)}` });
    await until(() => live.state.turn === null, 'it is answered');
  }
  expect(quick.received.filter((message) => message.type === 'assistant_complete')).toHaveLength(4);
  expect(slow.largest).toBeLessThan(3 * 1024 * 1024);
  expect(slow.closedWith).toBeNull();

  slow.read();
  const hasCaughtUp = () =>
    slow.received.some((each) => each.type === 'session_snapshot' && each.seq === live.state.head);
  await until(hasCaughtUp, 'the snapshot has come');
  await live.execute({ type: 'leave_session', id: newId(), session });
  await until(() => slow.received.some((message) => message.type === 'session_paused'), 'it goes on live');
  await running.sessions.close();
  await world.close();
});

test('a slow reader of many sessions gets all snapshots, one at a time, each before its acknowledgement', async () => {
  const world = await openEchoWorld();
  const person = await world.addPerson();
  const running = world.start();
  const sessions: string[] = [];
  for (let index = 0; index < 24; index += 1) {
    const session = await world.begin(running, person);
    const live = await running.sessions.get({ person, session });
    await live.execute({ type: 'user_message', id: newId(), session, content: 'y'.repeat(240_000) });
    await until(() => live.isSettled, 'it is answered');
    sessions.push(session);
  }
  const slow = connect(running, person);
  slow.isReading = false;
  const asked = new Map(sessions.map((session) => [slow.ask({ type: 'subscribe', session }), session]));
  const answers = () => slow.received.flatMap((message) => (message.type === 'accepted' ? [message.id] : []));
  await until(() => {
    slow.takeAll();
    return answers().length === sessions.length;
  }, 'every subscription is answered');
  // A snapshot is sent only below this many unread bytes; the snapshot itself comes on top.
  expect(slow.largest).toBeLessThan(MIB);
  for (const [id, session] of asked) {
    const sent = slow.received.findIndex((each) => each.type === 'session_snapshot' && each.session === session);
    const answered = slow.received.findIndex((each) => each.type === 'accepted' && each.id === id);
    expect(sent).toBeGreaterThanOrEqual(0);
    expect(answered).toBeGreaterThan(sent);
  }

  // Now all of them change while it does not read.
  const heads = new Map<string, number>();
  for (const session of sessions) {
    const live = await running.sessions.get({ person, session });
    await live.execute({ type: 'user_message', id: newId(), session, content: 'z'.repeat(240_000) });
    await until(() => live.isSettled, 'it is answered');
    heads.set(session, live.state.head);
  }
  slow.ask({ type: 'ping' });
  const hasAll = () =>
    sessions.every((session) =>
      slow.received.some((each) => 'seq' in each && each.session === session && each.seq === heads.get(session)),
    );
  await until(() => {
    slow.takeAll();
    return hasAll();
  }, 'it has everything');
  expect(slow.largest).toBeLessThan(4 * MIB);
  expect(slow.closedWith).toBeNull();
  await running.sessions.close();
  await world.close();
});

test('each frame counts with its overhead, so that the chunks of a long reply are held early', async () => {
  const world = await openEchoWorld();
  const person = await world.addPerson();
  const running = world.start({
    async *reply() {
      for (let index = 0; index < 2_000; index += 1) {
        yield 'word ';
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  });
  const session = await world.begin(running, person);
  const slow = connect(running, person);
  slow.ask({ type: 'subscribe', session });
  await until(() => slow.received.some(({ type }) => type === 'accepted'), 'it is subscribed');
  slow.isReading = false;
  const live = await running.sessions.get({ person, session });
  await live.execute({ type: 'user_message', id: newId(), session, content: 'Say much.' });
  await until(() => live.isSettled, 'it is answered');
  expect(slow.mostFrames).toBeGreaterThan(100);
  expect(slow.mostFrames).toBeLessThan(600);
  slow.read();
  const hasReply = () =>
    slow.received.some((each) => each.type === 'assistant_complete' && each.content.length === 10_000);
  await until(hasReply, 'it has the reply');
  await running.sessions.close();
  await world.close();
});

test('while slow readers fill the backlog, a fast one gets every event and chunk, and all catch up', async () => {
  const world = await openEchoWorld();
  const person = await world.addPerson();
  const running = world.start();
  const session = await world.begin(running, person);
  const slow = Array.from({ length: 255 }, () => connect(running, person));
  const quick = connect(running, person);
  for (const socket of [...slow, quick]) socket.ask({ type: 'subscribe', session });
  const isAnswered = (socket: SlowReader) => socket.received.some(({ type }) => type === 'accepted');
  await until(() => [...slow, quick].every(isAnswered), 'all are subscribed');
  for (const socket of slow) Object.assign(socket, { isReading: false, isTrickling: true });
  const live = await running.sessions.get({ person, session });
  for (let index = 0; index < 3; index += 1) {
    await live.execute({ type: 'user_message', id: newId(), session, content: `${index} ${'y'.repeat(240_000)}` });
    await until(() => live.isSettled, 'it is answered');
    expect(running.backlog.isFull).toBe(true);
  }
  const count = (type: DownMessage['type']) => quick.received.filter((each) => each.type === type).length;
  expect(count('assistant_complete')).toBe(3);
  expect(count('assistant_chunk')).toBeGreaterThanOrEqual(3);
  expect(count('session_snapshot')).toBe(1);
  expect(slow.every(({ closedWith }) => closedWith === null)).toBe(true);
  const unread = () => slow.reduce((sum, { bufferedAmount }) => sum + bufferedAmount, 0);
  expect(unread()).toBeLessThan(64 * MIB);
  expect(Math.max(...slow.map(({ largest }) => largest))).toBeLessThan(4 * MIB);

  for (const socket of slow) socket.read();
  const has = (socket: SlowReader) =>
    socket.received.some((each) => each.type === 'session_snapshot' && each.seq === live.state.head);
  await until(() => slow.every(has), 'all have caught up');
  expect(running.backlog.sum).toBeLessThan(MIB);
  await running.sessions.close();
  await world.close();
});

test('each socket gets the latest summary of a session that changes often, not every change', async () => {
  const world = await openEchoWorld();
  const person = await world.addPerson();
  const { people, ...running } = world.start();
  const [reader, other] = [connect({ people, ...running }, person), connect({ people, ...running }, person)];
  const summary = { mode: 'echo', title: 'Echo', status: 'open', needsYou: false, updatedAt: 1 } as const;
  other.isReading = false;
  for (let change = 0; change < 500; change += 1)
    for (const session of ['one', 'two']) people.notifySummary(person, { ...summary, session, lastLine: `${change}` });
  const told = (socket: SlowReader) =>
    socket.received.flatMap((each) => (each.type === 'session_summary_changed' ? [each] : []));
  const isTold = (socket: SlowReader) =>
    ['one', 'two'].every((name) => told(socket).findLast(({ session }) => session === name)?.lastLine === '499');
  await until(() => isTold(reader), 'it is told the latest');
  expect(told(reader).length).toBeLessThan(20);
  await until(() => {
    other.takeAll();
    return isTold(other);
  }, 'the other one is told the latest');
  await running.sessions.close();
  await world.close();
});
