import { randomUUID } from 'node:crypto';

import { expect, test } from 'vitest';

import type { SessionReview } from '#modes/recall/reviews/protocol.ts';

import { beginSession } from '../../fixtures/server/begin-session.ts';
import { apiOf } from '../../fixtures/server/child-server.ts';
import { startServer } from '../../fixtures/server/start-server.ts';
import { connect } from '../../fixtures/server/wire-client.ts';

const SUBJECTS = {
  English: {
    point: 'Louis XIV moved the court to Versailles in 1682.',
    questions: [
      'Why did men of that time wear powdered wigs?',
      'Were wigs expensive to make?',
      'Did women wear wigs as well, or only hats?',
    ],
    topic: /wig/iu,
  },
  German: {
    point: 'Ludwig XIV. verlegte den Hof 1682 nach Versailles.',
    questions: [
      'Warum trugen die Männer damals gepuderte Perücken?',
      'Wie wurden Perücken eigentlich gemacht?',
      'Wer hat die gepuderten Perücken eigentlich erfunden?',
    ],
    topic: /perücke/iu,
  },
} as const;

test.each([
  ['English', 'at the first question', 'good'],
  ['German', 'at the first question', 'good'],
  ['English', 'after a hint', 'hard'],
] as const)('questions that lead away cost no grade: %s, %s', async (language, asked, rating) => {
  const { point, questions, topic } = SUBJECTS[language];
  const server = await startServer({ environment: { WARREN_OFFLINE: '1', WARREN_EMBEDDED_PACE_MS: '0' } });
  const api = apiOf(server);
  const { session } = await beginSession(api, [point], 'Versailles');
  const client = await connect(server);
  await client.ask({ type: 'subscribe', session });
  const send = async (message: object) => {
    const id = randomUUID();
    await client.ask({ type: 'user_message', ...message, id, session });
    const begun = await client.find('reply_started', ({ replyTo }) => replyTo === id);
    return client.find('assistant_complete', ({ messageId }) => messageId === begun.messageId);
  };
  if (asked === 'after a hint') await send({ type: 'request_help', kind: 'hint' });
  for (const content of questions)
    expect((await send({ content })).content).not.toMatch(/giving it away|verraten|1682/u);
  expect((await client.find('rabbithole_detected')).topic).toMatch(topic);
  await send({ content: point });
  await client.find('session_complete_overlay');
  await client.ask({ type: 'dismiss_overlay', session, choice: 'done' });
  await client.find('session_complete');
  const { points } = await api<SessionReview>('GET', `/api/recall/sessions/${session}/review`);
  expect(points.map((each) => each.rating)).toEqual([rating]);
  await client.close();
});
