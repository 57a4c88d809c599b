import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';

import { atMost, type Row } from './row.ts';
import { percentile } from './statistics.ts';
import { beginSessions } from './support/begin-sessions.ts';
import { launchServer } from './support/launched-server.ts';
import { closeAll, openSocket } from './support/socket.ts';
import { seedFirstPerson, seedPerson, type Seeded, withStore } from './support/store.ts';
import { withTemporaryHome } from './support/temporary-home.ts';

const PEOPLE = 100;
const SESSIONS_EACH = 15;
const MESSAGE_EVERY_MS = 5_000;
const MEASURED_MS = 30_000;
const BUDGET_MS = 250;
/** Long enough for the type and the id of an answer. */
const HEAD_LENGTH = 80;

/** The time until messages are acknowledged while many recall sessions with embedded agents are active at once. */
export function manySessions(): Promise<readonly Row[]> {
  return withTemporaryHome(async (home) => {
    const { people, sessions } = await seed(home);
    const server = await launchServer('bin/warren start', home);
    const waiting = new Map<string, () => void>();
    const sockets = await Promise.all(
      people.map(({ token }) =>
        openSocket({ url: server.url, token }, (frame) => {
          const head = frame.toString('latin1', 0, HEAD_LENGTH);
          const [, id = ''] = /^\{"type":"(?:accepted|error)","id":"([^"]+)"/.exec(head) ?? [];
          waiting.get(id)?.();
          waiting.delete(id);
        }),
      ),
    );
    function ask(index: number, message: object): Promise<void> {
      const id = randomUUID();
      const answered = new Promise<void>((resolve) => waiting.set(id, resolve));
      const socket = sockets[Math.floor(index / SESSIONS_EACH)];
      socket?.send(JSON.stringify({ ...message, id, session: sessions[index] }));
      return answered;
    }
    const waits: number[] = [];
    let isMeasured = false;
    let isOver = false;
    async function speak(index: number): Promise<void> {
      await ask(index, { type: 'subscribe', after: 0 });
      await setTimeout((index / sessions.length) * MESSAGE_EVERY_MS);
      while (!isOver) {
        const began = performance.now();
        await ask(index, { type: 'user_message', content: `I am not sure about ${index}, it may be adenosine.` });
        const wait = performance.now() - began;
        if (isMeasured) waits.push(wait);
        await setTimeout(Math.max(0, MESSAGE_EVERY_MS - wait));
      }
    }
    try {
      const speaking = Promise.all(sessions.map((_, index) => speak(index)));
      await setTimeout(2 * MESSAGE_EVERY_MS);
      isMeasured = true;
      await setTimeout(MEASURED_MS);
      isMeasured = false;
      isOver = true;
      await speaking;
    } finally {
      await closeAll(sockets);
      await server.stop();
    }
    return [
      atMost(BUDGET_MS, {
        name: 'many-sessions',
        what: `acknowledgement of a message, p99 of ${waits.length}, while ${sessions.length} sessions of ${PEOPLE} people send one every ${MESSAGE_EVERY_MS / 1_000} s`,
        value: percentile(waits, 0.99),
        unit: 'ms',
      }),
    ];
  });
}

function seed(home: string): Promise<{ readonly people: readonly Seeded[]; readonly sessions: readonly string[] }> {
  return withStore(home, async (store) => {
    // The ready line signs in the first person.
    await seedFirstPerson(store, home);
    const people: Seeded[] = [];
    for (let index = 0; index < PEOPLE; index += 1) people.push(await seedPerson(store, `person ${index}`));
    const owners = people.flatMap(({ id }) => Array.from({ length: SESSIONS_EACH }, () => id));
    return { people, sessions: await beginSessions(store, owners) };
  });
}
