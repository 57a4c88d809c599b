import { randomUUID } from 'node:crypto';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { answerByRole, NO_TANGENT, roleOf } from '../../fixtures/provider/by-role.ts';
import { createProviderDouble, type ProviderDouble } from '../../fixtures/provider/provider-double.ts';
import { beginSession } from '../../fixtures/server/begin-session.ts';
import { apiOf } from '../../fixtures/server/child-server.ts';
import { startServer } from '../../fixtures/server/start-server.ts';
import { connect, type WireClient } from '../../fixtures/server/wire-client.ts';

/** Rabbit holes through the real server, with the double in place of Anthropic. */
const POINTS = [
  'Adenosine builds up while we are awake.',
  'Caffeine blocks adenosine receptors.',
  'The half-life of caffeine is five hours.',
];
const LIZARDS = 'wait, do lizards feel sleepy as well?';
const FACT = 'Geckos nap in the sun at noon.';

let double: ProviderDouble;

beforeEach(async () => {
  double = await createProviderDouble({ answer: answerByRole({}) });
});
afterEach(() => double.close());

const roles = (more: Parameters<typeof answerByRole>[0] = {}) =>
  answerByRole({
    detector: (request) =>
      request.text.includes('lizards feel sleepy')
        ? JSON.stringify({
            isRabbithole: true,
            topic: 'Sleep in lizards',
            depth: 2,
            relatedToCurrentPoint: false,
            relatedRecallPointIds: [],
            confidence: 0.9,
            reasoning: 'REASONING-SECRET',
          })
        : NO_TANGENT,
    evaluator: (request) => {
      // Only the last message is to be evaluated.
      const said = [...request.text.matchAll(/half-life of caffeine is five hours/gu)].length;
      const isSaid = said > 1 && request.text.includes('I just remembered');
      const found = {
        id: 'p3',
        verdict: 'expressed',
        confidence: 0.9,
        quote: 'The half-life of caffeine is five hours',
        observation: 'OBSERVATION-SECRET',
      };
      return JSON.stringify({ points: isSaid ? [found] : [], recalledPointIds: isSaid ? ['p3'] : [], feedback: 'x' });
    },
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

const messagesIn = (body: unknown) => (body as { messages: { role: string; content: unknown }[] }).messages;

test('a tangent found by a model is entered, explored and left, and the tutor’s history is unchanged', async () => {
  double.answer(roles());
  const { session, client, say } = await begin();
  for (const content of ['well', 'let me think', LIZARDS]) await say(content);
  const { rabbitholeEventId, topic } = await client.find('rabbithole_detected');
  expect(topic).toBe('Sleep in lizards');
  const [detection] = double.requests.filter((request) => roleOf(request) === 'detector');
  expect(detection?.isStreamed).toBe(false);
  const lastBefore = double.requests.findLast((request) => roleOf(request) === 'tutor');

  await client.ask({ type: 'enter_rabbithole', session, rabbitholeEventId, topic });
  await client.find('assistant_complete', ({ content }) => content.includes(FACT));
  await say('I just remembered: The half-life of caffeine is five hours');
  expect(double.requests.filter((request) => roleOf(request) === 'detector')).toHaveLength(1);
  const explorer = double.requests.findLast((request) => roleOf(request) === 'explorer');
  for (const point of POINTS.slice(0, 2)) expect(explorer?.text).not.toContain(point);
  expect(explorer?.text).toContain('Sleep in lizards');
  expect(explorer?.text).not.toContain('let me think');
  const read = double.requests.findLast((request) => roleOf(request) === 'evaluator');
  expect(read?.text).toContain(FACT);
  expect(read?.text).not.toContain('let me think');

  await client.ask({ type: 'exit_rabbithole', session });
  const exited = await client.find('rabbithole_exited');
  expect(exited).toMatchObject({ label: topic, pointsRecalledDuring: 1, completionPending: false });
  await say('and the receptors');
  const lastAfter = double.requests.findLast((request) => roleOf(request) === 'tutor');
  expect(lastAfter?.text).not.toContain(FACT);
  expect(lastAfter?.text).not.toContain('just remembered');
  // Both requests begin with the same trunk messages, byte for byte.
  const before = messagesIn(lastBefore?.body).slice(0, -1);
  expect(JSON.stringify(messagesIn(lastAfter?.body).slice(0, before.length))).toBe(JSON.stringify(before));

  const all = client.frames.join('\n');
  for (const secret of ['REASONING-SECRET', 'OBSERVATION-SECRET', POINTS[0] ?? '']) expect(all).not.toContain(secret);
  await client.close();
});

test('if the explorer’s provider fails, the embedded explorer answers, and the hole says why once', async () => {
  double.answer(roles({ explorer: () => ({ status: 401 }) }));
  const { session, client, say } = await begin();
  const messageId = (await client.find('session_snapshot')).state.messages[0]?.id ?? '';
  await client.ask({ type: 'open_rabbithole', session, topic: 'Tea', messageId });
  await client.find('assistant_complete', ({ agent }) => agent === 'Embedded explorer');
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

test('an explorer that cannot answer says why in the hole, and the session continues', async () => {
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
