import { randomUUID } from 'node:crypto';

import { expect, onTestFinished, test } from 'vitest';

import type { SessionSummary } from '#session/protocol.ts';

import { answerByRole, roleOf } from '../../fixtures/provider/by-role.ts';
import { createProviderDouble } from '../../fixtures/provider/provider-double.ts';
import { say } from '../../fixtures/provider/script.ts';
import { beginSession } from '../../fixtures/server/begin-session.ts';
import { apiOf } from '../../fixtures/server/child-server.ts';
import { startServer } from '../../fixtures/server/start-server.ts';
import { storedText } from '../../fixtures/server/stored-text.ts';
import { connect } from '../../fixtures/server/wire-client.ts';

/** Small models through the real server: they think aloud, leave marks, and write JSON as they like. */
const POINTS = ['Adenosine builds up while we are awake.', 'Caffeine blocks adenosine receptors.'];
const SAID = 'caffeine sits on the receptors of adenosine';
const CREDIT = `Gerne! Hier ist meine Bewertung:
\`\`\`json
{
  // Der zweite Punkt wurde genannt.
  "points": [
    {"id": "p2", "quote": "${SAID}", "verdict": "**Expressed**", "confidence": "95%",}, /* mehr [nicht */
  ],
  "feedback": "Das „Koffein“ stimmt.",
}
\`\`\`
Ich hoffe, das hilft {dir}. {"note": "fertig"}`;

const replies = {
  tutor: 'Right. Which part comes before it?',
  explorer: 'Lizards nap at noon.',
  strategist: 'Two notes speak of stoves.',
  writer: 'Stoves got better.',
  titler: 'Stoves and naps',
  'point-writer': JSON.stringify({ points: [{ text: 'Lizards nap at noon.', sentence: 'Lizards nap at noon.' }] }),
  detector: 'There is no tangent: {"isRabbithole": False}',
};

/** How families of models mark their thinking and the end of an answer. */
const FAMILIES: readonly ((answer: string) => string)[] = [
  (answer) => `<think>\nSECRET-THOUGHT\n</think>\n\n${answer}<|im_end|>\n<|im_start|>user\nSECRET-TURN`,
  (answer) =>
    `<|channel|>analysis<|message|>SECRET-THOUGHT<|end|><|start|>assistant<|channel|>final<|message|>${answer}<|return|>`,
  (answer) => `<seed:think>SECRET-THOUGHT</seed:think>[THINK]SECRET[/THINK]${answer}◁think▷SECRET◁/think▷</s>`,
];
const MARKS = /SECRET|think|<\||\|>|◁|▷|im_end|<\/s>|channel\|/i;

test('nobody reads a thought of a model, however it marks it, and its JSON counts', async () => {
  const answerOf = answerByRole({
    ...replies,
    evaluator: ({ text }) => (text.includes(SAID) ? CREDIT : '{"points": []}'),
  });
  let asked = 0;
  const double = await createProviderDouble({
    answer(request) {
      const inFamily = FAMILIES[(asked += 1) % FAMILIES.length]!;
      const script = answerOf(request);
      const text = 'pieces' in script ? script.pieces.filter((piece) => typeof piece === 'string').join('') : '';
      // Marks are cut anywhere.
      return request.isStreamed ? say(...(inFamily(text).match(/[^]{1,3}/gu) ?? [])) : say(inFamily(text));
    },
  });
  onTestFinished(() => double.close());
  const server = await startServer();
  const api = apiOf(server);
  await api('PUT', '/api/models/providers/openai', { baseUrl: double.url });
  await api('PUT', '/api/models/roles', { provider: 'openai', model: 'small:3b' });
  const client = await connect(server);
  const ask = async (session: string, content: string) => {
    const id = randomUUID();
    await client.ask({ type: 'user_message', id, session, content });
    const begun = await client.find('reply_started', ({ replyTo }) => replyTo === id);
    return client.find('assistant_complete', ({ messageId }) => messageId === begun.messageId);
  };

  const { setId, session } = await beginSession(api, POINTS);
  await client.ask({ type: 'subscribe', session });
  const { state } = await client.find('session_snapshot');
  expect((await ask(session, SAID)).content.trim()).toBe(replies.tutor);
  expect(await client.find('point_recalled')).toMatchObject({ recalledCount: 1 });
  await client.ask({ type: 'open_rabbithole', session, topic: 'naps of lizards', messageId: state.messages[0]?.id });
  const explored = await client.find('assistant_complete', ({ content }) => content.includes('Lizards'));
  expect(explored.content.trim()).toBe(replies.explorer);

  const exploring = randomUUID();
  await api<SessionSummary>('POST', '/api/sessions', { id: exploring, mode: 'explore' });
  await client.ask({ type: 'subscribe', session: exploring });
  expect((await ask(exploring, 'What do I know of stoves?')).content.trim()).toBe(replies.strategist);
  expect(await client.find('title_changed', (event) => event.session === exploring)).toMatchObject({
    title: replies.titler,
  });
  await client.ask({ type: 'set_mode', session: exploring, mode: 'draft' });
  expect((await ask(exploring, 'Write about stoves')).content.trim()).toBe(replies.writer);
  const written = await api('POST', `/api/recall/sets/${setId}/write-points`, {
    text: 'Lizards nap at noon. So do I.',
  });
  expect(written).toMatchObject({ points: [{ text: 'Lizards nap at noon.' }] });

  const roles = new Set(double.requests.map(roleOf));
  for (const role of ['tutor', 'evaluator', 'explorer', 'strategist', 'writer', 'titler', 'point-writer'] as const)
    expect(roles).toContain(role);
  await client.close();
  await server.close();
  expect(client.frames.filter((frame) => MARKS.test(frame))).toEqual([]);
  const stored = storedText(server.home);
  expect(stored).toContain('Lizards nap at noon');
  expect(stored).not.toMatch(/SECRET|im_end/);
});
