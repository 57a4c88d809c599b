import { randomUUID } from 'node:crypto';

import { expect, inject, test } from 'vitest';

import { startCuttingProxy } from '../../fixtures/database/cutting-proxy.ts';
import { createDatabase, dropDatabase } from '../../fixtures/database/postgres-engine.ts';
import { beginSession } from '../../fixtures/server/begin-session.ts';
import { apiOf } from '../../fixtures/server/child-server.ts';
import { startServer } from '../../fixtures/server/start-server.ts';
import { connect } from '../../fixtures/server/wire-client.ts';
import { until } from '../../fixtures/spine/world.ts';

const POINTS = ['Adenosine builds up while we are awake.', 'Caffeine blocks adenosine receptors.'];

/** The whole server as `npm start` runs it, and sockets that only listen and never subscribe again by themselves. */
test.skipIf(inject('postgres') === undefined)(
  'every socket of a session receives everything after a COMMIT whose answer was lost',
  async () => {
    const socketFolder = inject('postgres') ?? '';
    const name = await createDatabase(socketFolder);
    const proxy = await startCuttingProxy(socketFolder);
    const at = await startServer({ environment: { WARREN_DATABASE_URL: proxy.urlOf(name) } });
    const { session } = await beginSession(apiOf(at), POINTS);
    const sockets = await Promise.all([connect(at), connect(at), connect(at)]);
    for (const socket of sockets) await socket.ask({ type: 'subscribe', session });
    const [speaker] = sockets;
    if (!speaker) throw new Error('there are sockets');

    const content = `I do not know ${randomUUID()}`;
    const id = randomUUID();
    proxy.loseCommitOf(content);
    expect(await speaker.ask({ type: 'user_message', id, session, content })).toMatchObject({ kind: 'store-failed' });
    expect(proxy.lost()).toBe(1);
    await until(async () => {
      const answer = await speaker.ask({ type: 'user_message', id, session, content });
      return answer.type === 'accepted';
    }, 'the same message is accepted');

    for (const socket of sockets) {
      await socket.find('user_message', ({ messageId }) => messageId === id);
      await socket.find('assistant_complete');
    }
    await speaker.ask({ type: 'leave_session', session });
    for (const socket of sockets) {
      await socket.find('session_paused');
      const seqs = socket.messages.flatMap((message) =>
        'seq' in message && message.type !== 'accepted' && message.type !== 'session_snapshot' ? [message.seq] : [],
      );
      expect(seqs).toEqual(seqs.map((_, index) => (seqs[0] ?? 0) + index));
      await socket.close();
    }
    await at.close();
    await proxy.stop();
    await dropDatabase(socketFolder, name);
  },
);
