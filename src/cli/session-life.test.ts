import { expect, test } from 'vitest';

import type { DisputeAnswer, PastSessions } from '#modes/recall/reviews/protocol.ts';
import type { SessionReview } from '#modes/recall/reviews/protocol.ts';
import type { LastAction, UndoAnswer } from '#undo/protocol.ts';

import { beginSession } from '../../fixtures/server/begin-session.ts';
import { apiOf } from '../../fixtures/server/child-server.ts';
import { serverOfFile } from '../../fixtures/server/start-server.ts';
import { connect } from '../../fixtures/server/wire-client.ts';

/** The life of a session through the real server: left, resumed, ended, reviewed, disputed, undone. */
const server = serverOfFile();

const BEES = 'Bees see ultraviolet light.';
const WHALES = 'Whales sleep with half of the brain.';

test('a session is left, resumed, ended, reviewed and disputed, and no hidden text is sent before its end', async () => {
  const api = apiOf(server);
  const { setId, session } = await beginSession(api, [BEES, WHALES], 'Animals');
  const client = await connect(server);
  await client.ask({ type: 'subscribe', session });
  const said = await client.ask({ type: 'user_message', session, content: BEES });
  await client.find('assistant_complete');
  await client.ask({ type: 'leave_session', session });
  expect(await client.ask({ type: 'continue_reply', session })).toMatchObject({ reason: 'nothing-to-continue' });
  await client.ask({ type: 'resume_session', session });
  const resumed = await client.find('session_resumed');
  expect(resumed.recap?.content).toMatch(/^Welcome back\. 1 of 2 points is recalled\. We stopped here:\n\n/);
  expect(await api('GET', `/api/sessions/${session}`)).toMatchObject({ status: 'open' });
  await expect(api('GET', `/api/recall/sessions/${session}/review`)).rejects.toThrow(/session-open/);
  const frames = client.frames.filter((frame) => !frame.startsWith('{"type":"card_shown"')).join('\n');
  expect(frames).not.toMatch(/half of the brain|hidden|"quote"|"rating"/);
  await client.ask({ type: 'end_session', session });
  await client.close();

  const [bees, whales] = (await api<SessionReview>('GET', `/api/recall/sessions/${session}/review`)).points;
  expect(bees).toMatchObject({ text: BEES, how: 'unaided', rating: 'good', messageId: said.id });
  expect(BEES).toContain(bees?.quote);
  expect(whales).toMatchObject({ text: null, how: 'not-asked', reviewId: null });
  const pointIds = [whales?.pointId];
  const shown = await api<SessionReview>('POST', `/api/recall/sessions/${session}/review/shown`, { pointIds });
  expect(shown.points[1]).toMatchObject({ ...whales, text: WHALES });
  const answer = await api<DisputeAnswer>('POST', `/api/recall/reviews/${bees?.reviewId}/dispute`, { rating: 'easy' });
  expect(answer.nextDueAt).toBeGreaterThan(bees?.nextDueAt ?? Infinity);
  const { last } = await api<LastAction>('GET', '/api/undo');
  expect(last).toMatchObject({ kind: 'grade-disputed', label: 'Changed a grade to easy' });
  const undone = await api<UndoAnswer>('POST', '/api/undo', { id: last?.id });
  expect(undone.last).toMatchObject({ kind: 'points-added', label: 'Added 2 points to “Animals”' });
  const after = await api<SessionReview>('GET', `/api/recall/sessions/${session}/review`);
  expect(after.points[0]).toEqual(bees);
  const past = await api<PastSessions>('GET', `/api/recall/sets/${setId}/sessions`);
  expect(past).toMatchObject({ sessions: [{ id: session, recalled: 1, total: 2, status: 'complete' }], next: null });
});
