import { expect, test } from 'vitest';

import type { PreferencesAnswer } from '#account/protocol.ts';
import type { HoleReading, TangentHistory } from '#modes/rabbit-hole/protocol.ts';
import type { SessionReview } from '#modes/recall/reviews/protocol.ts';
import type { SetSummary } from '#modes/recall/sets/protocol.ts';
import type { SessionSummary } from '#session/protocol.ts';

import { makeLivedFolder } from '../../fixtures/databases/lived-folder.ts';
import { apiOf } from '../../fixtures/server/child-server.ts';
import { serverOfFile } from '../../fixtures/server/start-server.ts';
import { connect } from '../../fixtures/server/wire-client.ts';

/** A server on a data folder of the first version. */
const server = serverOfFile((home) => makeLivedFolder(home, Date.now()));

test('all data of the first version is available, and newer fields are empty', async () => {
  const api = apiOf(server);
  const { sets } = await api<{ sets: SetSummary[] }>('GET', '/api/recall/sets');
  expect(sets.map(({ title, description, points }) => ({ title, description, points }))).toEqual([
    { title: 'Old', description: '', points: 3 },
    { title: 'Later', description: '', points: 2 },
  ]);
  expect(await api<PreferencesAnswer>('GET', '/api/preferences')).toMatchObject({ rabbitholeCooldown: 3 });
  for (const { id, title } of sets)
    expect(await api<TangentHistory>('GET', `/api/subjects/${id}/rabbitholes`)).toEqual({
      subject: { id, name: title },
      tangents: [],
      topics: [],
    });
  const { sessions } = await api<{ sessions: SessionSummary[] }>('GET', '/api/sessions');
  expect(sessions).toMatchObject([
    { title: 'Later', status: 'paused' },
    { title: 'Old', status: 'complete' },
  ]);
  const over = sessions[1]?.session;
  const { points } = await api<SessionReview>('GET', `/api/recall/sessions/${over}/review`);
  expect(points.filter(({ recalled }) => recalled)).toHaveLength(1);
});

test('its open session continues: a tangent is followed manually, left and read, and the rest recalled', async () => {
  const api = apiOf(server);
  const { sessions } = await api<{ sessions: SessionSummary[] }>('GET', '/api/sessions');
  const session = sessions.find(({ status }) => status === 'paused')?.session ?? '';
  const client = await connect(server);
  await client.ask({ type: 'subscribe', session });
  await client.ask({ type: 'resume_session', session });
  await client.ask({ type: 'user_message', session, content: 'hm, let me think' });
  const { messageId } = await client.find('user_message', ({ content }) => content === 'hm, let me think');
  await client.find('assistant_complete', ({ at }) => at > Date.now() - 60_000);

  const asked = await client.ask({ type: 'open_rabbithole', session, topic: 'five hours', messageId });
  expect(asked).toMatchObject({ type: 'accepted' });
  const { thread: hole } = await client.find('mode_entered', ({ mode }) => mode === 'rabbit-hole');
  await client.find('assistant_complete', ({ thread }) => thread === hole);
  await client.ask({ type: 'user_message', session, content: 'Why five hours and not ten?' });
  await client.find('user_message', ({ thread }) => thread === hole);
  await client.find('assistant_complete', ({ messageId: id, thread }) => thread === hole && isSecond(id));
  await client.ask({ type: 'exit_rabbithole', session });
  expect(await client.find('rabbithole_exited')).toMatchObject({ label: 'five hours' });

  const reading = await api<HoleReading>('GET', `/api/rabbitholes/${hole}`);
  expect(reading).toMatchObject({ session, topic: 'five hours', status: 'returned', origin: 'selected', visits: 1 });
  expect(reading.messages.map(({ author }) => author)).toEqual(['assistant', 'person', 'assistant']);
  expect(reading.messages[1]?.content).toBe('Why five hours and not ten?');
  const history = await api<TangentHistory>('GET', `/api/subjects/${reading.subjectId}/rabbitholes`);
  expect(history).toMatchObject({ subject: { name: 'Later' }, topics: [{ topic: 'five hours', times: 1 }] });

  await client.ask({ type: 'user_message', session, content: 'The half-life of caffeine is five hours.' });
  await client.ask({ type: 'user_message', session, content: 'Caffeine blocks adenosine receptors.' });
  await client.find('session_complete_overlay');
  await client.ask({ type: 'dismiss_overlay', session, choice: 'done' });
  await client.close();
  expect(await api('GET', `/api/sessions/${session}`)).toMatchObject({ status: 'complete' });

  /** The opening was the first reply, so the position of a complete reply identifies it. */
  function isSecond(id: string): boolean {
    const complete = client.messages.filter((each) => each.type === 'assistant_complete' && each.thread === hole);
    return complete.findIndex((each) => 'messageId' in each && each.messageId === id) === 1;
  }
});
