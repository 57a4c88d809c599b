import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';

import { beginSession } from '../fixtures/server/begin-session.ts';
import { apiOf, startChildServer } from '../fixtures/server/child-server.ts';
import { connect } from '../fixtures/server/wire-client.ts';
import { atMost, type Row } from './row.ts';
import { median } from './statistics.ts';
import { withTemporaryHome } from './support/temporary-home.ts';

const BUDGET_MS = 50;
const ROUNDS = 5;
const POINTS = 200;
const MESSAGE_LENGTH = 200_000;
/** Stays below the limit of messages per second. */
const PING_EVERY_MS = 12;

/**
 * The delay for everybody else while a message of 200 KB of numbers is evaluated against 200 points: the slowest of the
 * pings that another socket sends in sequence, from the message to the end of its reply.
 */
export function longMessage(): Promise<readonly Row[]> {
  return withTemporaryHome(async (home) => {
    const server = await startChildServer({ home, program: 'launcher' });
    try {
      const waits: number[] = [];
      for (let round = 0; round <= ROUNDS; round += 1) waits.push(await slowestPing(server, round));
      // The first run loads the code.
      const [, ...measured] = waits;
      return [
        atMost(BUDGET_MS, {
          name: 'long-message',
          what: `slowest answer to another socket while ${MESSAGE_LENGTH / 1_000} KB are read against ${POINTS} points, median of ${ROUNDS}`,
          value: median(measured),
          unit: 'ms',
        }),
      ];
    } finally {
      await server.stop();
    }
  });
}

async function slowestPing(server: { url: string; token: string }, round: number): Promise<number> {
  const points = Array.from(
    { length: POINTS },
    (_, index) => `The ${index}th prime is ${index * 7 + 1} in round ${round}.`,
  );
  const { session } = await beginSession(apiOf(server), points, `Primes ${round}`);
  const [speaker, other] = await Promise.all([connect(server), connect(server)]);
  await speaker.ask({ type: 'subscribe', session, after: 0 });
  // The first message also loads the points.
  await speaker.ask({ type: 'user_message', session, content: 'I do not know.' });
  await speaker.find('assistant_complete');
  let isOver = false;
  let slowest = 0;
  const pinging = (async () => {
    while (!isOver) {
      const began = performance.now();
      await other.ask({ type: 'ping' });
      slowest = Math.max(slowest, performance.now() - began);
      await setTimeout(PING_EVERY_MS);
    }
  })();
  const numbers = Array.from({ length: MESSAGE_LENGTH / 5 }, (_, index) => String((index % 900) + 100));
  const id = randomUUID();
  await speaker.ask({ type: 'user_message', id, session, content: numbers.join(', ') });
  await speaker.find('message_evaluated', ({ messageId }) => messageId === id);
  isOver = true;
  await pinging;
  await Promise.all([speaker.close(), other.close()]);
  return slowest;
}
