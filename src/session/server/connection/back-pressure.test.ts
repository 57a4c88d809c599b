import { EventEmitter } from 'node:events';

import { expect, test } from 'vitest';

import type { DownMessage } from '#wire/down.ts';

import { openEchoWorld } from '../../../../fixtures/echo/echo-world.ts';
import { newId, silentLog, until } from '../../../../fixtures/spine/world.ts';
import { serveConnection } from './connection.ts';
import type { Socket } from './socket.ts';

/** The far end of a socket, which takes frames only while it reads. */
class SlowReader extends EventEmitter implements Socket {
  isReading = true;
  closedWith: number | null = null;
  bufferedAmount = 0;
  largest = 0;
  readonly received: DownMessage[] = [];
  #waiting: string[] = [];
  send(frame: string): void {
    if (this.isReading) return void this.received.push(JSON.parse(frame) as DownMessage);
    this.#waiting.push(frame);
    this.bufferedAmount += frame.length;
    this.largest = Math.max(this.largest, this.bufferedAmount);
  }
  read(): void {
    this.isReading = true;
    this.bufferedAmount = 0;
    for (const frame of this.#waiting.splice(0)) this.received.push(JSON.parse(frame) as DownMessage);
  }
  ping(): void {}
  close(code: number): void {
    this.closedWith = code;
    this.emit('close');
  }
  terminate(): void {}
}

test('a subscriber that does not read costs bounded memory, slows nobody, and catches up once it reads again', async () => {
  const world = await openEchoWorld();
  const person = await world.addPerson();
  const piece = 'word '.repeat(200);
  const running = world.start({
    async *reply() {
      for (let index = 0; index < 2_000; index += 1) {
        yield piece;
        if (index % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
    },
  });
  const session = await world.begin(running, person);
  const connections = {
    sessions: running.sessions,
    people: running.people,
    lineage: 'one',
    monotonic: () => performance.now(),
    log: silentLog,
  };
  const [slow, quick] = [new SlowReader(), new SlowReader()];
  for (const socket of [slow, quick]) {
    serveConnection(socket, person, connections);
    socket.emit('message', Buffer.from(JSON.stringify({ type: 'subscribe', id: newId(), session })), false);
  }
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
  await until(() => slow.received.at(-1)?.type === 'session_snapshot', 'the snapshot has come');
  const snapshot = slow.received.at(-1);
  expect(snapshot).toMatchObject({ seq: live.state.head });
  await live.execute({ type: 'leave_session', id: newId(), session });
  await until(() => slow.received.some((message) => message.type === 'session_paused'), 'it goes on live');
  await running.sessions.close();
  await world.close();
});
