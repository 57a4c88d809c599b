import { randomUUID } from 'node:crypto';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { answerByRole, NO_TANGENT } from '../../fixtures/provider/by-role.ts';
import { createProviderDouble, type ProviderDouble } from '../../fixtures/provider/provider-double.ts';
import { beginSession } from '../../fixtures/server/begin-session.ts';
import { apiOf } from '../../fixtures/server/child-server.ts';
import { startServer } from '../../fixtures/server/start-server.ts';
import { connect, type WireClient } from '../../fixtures/server/wire-client.ts';

/** Rabbit holes on a real server, with a double in place of Anthropic. */
const POINTS = [
  'Adenosine builds up while we are awake.',
  'Caffeine blocks adenosine receptors.',
  'The half-life of caffeine is five hours.',
];
const FACT = 'Geckos nap in the sun at noon.';

let double: ProviderDouble;

beforeEach(async () => {
  double = await createProviderDouble({ answer: answerByRole({}) });
});
afterEach(() => double.close());

const roles = (more: Parameters<typeof answerByRole>[0] = {}) =>
  answerByRole({
    detector: NO_TANGENT,
    explorer: `They do. ${FACT}`,
    ...more,
  });

interface Begun {
  readonly session: string;
  readonly client: WireClient;
  readonly say: (content: string) => Promise<void>;
}

async function begin(): Promise<Begun> {
  const server = await startServer({
    environment: { ANTHROPIC_API_KEY: 'sk-ant-of-the-test', ANTHROPIC_BASE_URL: double.url },
  });
  const { session } = await beginSession(apiOf(server), POINTS);
  const client = await connect(server);
  await client.ask({ type: 'subscribe', session });
  const say = async (content: string) => {
    const id = randomUUID();
    await client.ask({ type: 'user_message', id, session, content });
    const begun = await client.find('reply_started', ({ replyTo }) => replyTo === id);
    await client.find('assistant_complete', ({ messageId }) => messageId === begun.messageId);
  };
  return { session, client, say };
}

test('if the explorer’s provider fails, the embedded explorer answers, and the hole gives the reason once', async () => {
  double.answer(roles({ explorer: () => ({ status: 401 }) }));
  const { session, client, say } = await begin();
  const messageId = (await client.find('session_snapshot')).state.messages[0]?.id ?? '';
  await client.ask({ type: 'open_rabbithole', session, topic: 'Tea', messageId });
  await client.find('assistant_complete', ({ agent }) => agent === 'Built in');
  await client.find('trouble_noted');
  await say('And green tea?');
  const told = client.messages.filter(({ type }) => type === 'trouble_noted');
  expect(told).toHaveLength(1);
  expect(told[0]).toMatchObject({
    thread: expect.not.stringMatching(/^trunk$/) as unknown,
    problem: { message: expect.stringContaining('was rejected') as unknown },
  });
  await client.close();
});

test('an explorer that cannot answer gives the reason in the hole, and the session continues', async () => {
  double.answer(roles({ explorer: () => ({ status: 403 }) }));
  const { session, client, say } = await begin();
  const messageId = (await client.find('session_snapshot')).state.messages[0]?.id ?? '';
  await client.ask({ type: 'open_rabbithole', session, topic: 'Tea', messageId });
  const cut = await client.find('assistant_interrupted');
  expect(cut).toMatchObject({
    reason: 'failed',
    problem: { message: expect.stringContaining('may not use the explorer') as unknown },
  });
  double.answer(roles());
  await client.ask({ type: 'retry_reply', session });
  await client.find('assistant_complete', ({ content }) => content.includes(FACT));
  await client.ask({ type: 'exit_rabbithole', session });
  await say('on we go');
  await client.close();
});
