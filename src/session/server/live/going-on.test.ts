import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Tutor } from '#modes/recall/tutor/server/tutor.ts';
import { AppError } from '#wire/error-kind.ts';

import { newId, openWorld, POINTS, until, type World } from '../../../../fixtures/spine/world.ts';
import type { LiveSession } from './live-session.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** A reply a turn; one that ends with `…` is cut by its limit there, one that ends with `!` fails. */
function tutorThatSays(replies: readonly string[]): Tutor {
  const rest = [...replies];
  return {
    name: 'Scripted tutor',
    isEmbedded: false,
    async *reply() {
      const text = rest.shift() ?? 'What else?';
      await Promise.resolve();
      yield text.replace(/[…!]$/u, '');
      if (text.endsWith('…')) throw new AppError('reply-cut', 'The reply reached its limit.', { remedy: 'Go on.' });
      if (text.endsWith('!')) throw new AppError('model-failed', 'It failed.', { remedy: 'Retry.' });
    },
  };
}

async function begin(replies: readonly string[]) {
  const running = world.start({ tutor: tutorThatSays(replies) });
  const person = await world.addPerson();
  const live = await running.sessions.get({ person, session: await world.begin(running, person) });
  return { running, live };
}

type Asked = 'continue_reply' | 'retry_reply' | 'resume_session' | 'leave_session' | 'end_session';
async function ask(live: LiveSession, type: Asked) {
  const answer = await live.execute({ type, id: newId(), session: live.owned.session });
  await until(() => live.state.turn === null, 'it is answered');
  return answer;
}
async function say(live: LiveSession, content: string) {
  await live.execute({ type: 'user_message', id: newId(), session: live.owned.session, content });
  await until(() => live.state.turn === null, 'it is answered');
}

test('a reply that its limit cut is gone on with: its words stand, and the next reply says the rest', async () => {
  const { running, live } = await begin(['It blocks…', ' the receptors, does…', ' it not?']);
  await say(live, POINTS[1] ?? '');
  const cut = live.state.messages.at(-1);
  expect(cut).toMatchObject({ content: 'It blocks', status: 'interrupted', reason: 'limit', agent: 'Scripted tutor' });
  await ask(live, 'continue_reply');
  await ask(live, 'continue_reply');
  const [first, second, third] = live.state.messages.slice(-3);
  expect(first).toEqual(cut);
  expect(second).toMatchObject({ content: ' the receptors, does', reason: 'limit', continues: first?.id });
  expect(third).toMatchObject({
    content: ' it not?',
    status: 'complete',
    continues: second?.id,
    replyTo: cut?.replyTo,
  });
  expect(await ask(live, 'continue_reply')).toMatchObject({ type: 'error', reason: 'nothing-to-continue' });
  await running.sessions.close();
});

test('a continuation that failed is tried again as one', async () => {
  const { running, live } = await begin(['It blocks…', ' the!', ' the receptors.']);
  await say(live, POINTS[1] ?? '');
  const cut = live.state.messages.at(-1);
  await ask(live, 'continue_reply');
  expect(await ask(live, 'continue_reply')).toMatchObject({ type: 'error', reason: 'nothing-to-continue' });
  await ask(live, 'retry_reply');
  expect(live.state.messages.slice(-2)).toMatchObject([
    { id: cut?.id, content: 'It blocks' },
    { content: ' the receptors.', status: 'complete', continues: cut?.id },
  ]);
  await running.sessions.close();
});

test('while a continuation is under way the turn names the reply that it goes on with', async () => {
  const { running, live } = await begin(['It blocks…']);
  await say(live, POINTS[1] ?? '');
  const cut = live.state.messages.at(-1);
  const answer = live.execute({ type: 'continue_reply', id: newId(), session: live.owned.session });
  await answer;
  expect(live.state.turn ?? { continues: cut?.id }).toMatchObject({ continues: cut?.id });
  expect(live.state.messages.at(-1)).toMatchObject({ continues: cut?.id });
  await until(() => live.state.turn === null, 'it is answered');
  await running.sessions.close();
});

test('coming back to a paused session says where things stand, and coming back to an open one says nothing', async () => {
  const { running, live } = await begin(['Good. What is its half-life?']);
  await say(live, POINTS[1] ?? '');
  await ask(live, 'resume_session');
  expect(live.state.messages).toHaveLength(3);
  await ask(live, 'leave_session');
  expect(live.state.status).toBe('paused');
  await ask(live, 'resume_session');
  expect(live.state.status).toBe('open');
  expect(live.state.messages.at(-1)).toMatchObject({
    author: 'assistant',
    status: 'complete',
    content: 'Welcome back. 1 of 3 points is recalled. We stopped here:\n\nGood. What is its half-life?',
  });
  await ask(live, 'end_session');
  expect(await ask(live, 'resume_session')).toMatchObject({ type: 'error', reason: 'session-over' });
  expect(await ask(live, 'continue_reply')).toMatchObject({ type: 'error', reason: 'session-over' });
  await running.sessions.close();
});

test('a reply that can be tried again is not buried under a recap', async () => {
  const { running, live } = await begin(['It blocks…', ' the receptors.']);
  await say(live, POINTS[1] ?? '');
  await ask(live, 'leave_session');
  await ask(live, 'resume_session');
  expect(live.state).toMatchObject({ status: 'open', messages: { length: 3 } });
  expect(await ask(live, 'continue_reply')).toMatchObject({ type: 'accepted' });
  await running.sessions.close();
});

test('saying something takes a paused session up again without a recap', async () => {
  const { running, live } = await begin([]);
  await ask(live, 'leave_session');
  await say(live, POINTS[0] ?? '');
  expect(live.state.status).toBe('open');
  expect(live.state.messages.map(({ author }) => author)).toEqual(['assistant', 'person', 'assistant']);
  await running.sessions.close();
});
