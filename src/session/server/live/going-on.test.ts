import { afterAll, expect, test } from 'vitest';

import { AppError } from '#wire/error-kind.ts';

import type { EchoOptions } from '../../../../fixtures/echo/echo-server.ts';
import { openEchoWorld } from '../../../../fixtures/echo/echo-world.ts';
import { closedAtEnd } from '../../../../fixtures/spine/closed-at-end.ts';
import { newId, until } from '../../../../fixtures/spine/world.ts';
import type { LiveSession } from './live-session.ts';

const world = await openEchoWorld();
afterAll(() => world.close());

/** One reply for each turn. A final `…` means that the token limit cuts it there, `!` that it fails. */
function repliesOf(replies: readonly string[]): NonNullable<EchoOptions['reply']> {
  const rest = [...replies];
  return async function* () {
    const text = rest.shift() ?? 'What else?';
    await Promise.resolve();
    yield text.replace(/[…!]$/u, '');
    if (text.endsWith('…')) throw new AppError('reply-cut', 'The reply reached its limit.', { remedy: 'Continue.' });
    if (text.endsWith('!')) throw new AppError('model-failed', 'It failed.', { remedy: 'Retry.' });
  };
}

/** The messages without the mode's own notices. */
const spoken = (live: LiveSession) => live.state.messages.filter(({ author }) => author !== 'notice');

async function begin(replies: readonly string[]) {
  const running = closedAtEnd(world.start({ reply: repliesOf(replies) }));
  const person = await world.addPerson();
  const live = await running.sessions.get({ person, session: await world.begin(running, person, 'Say something.') });
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

test('a reply that its limit cut is continued: its text stays, and the next reply holds the rest', async () => {
  const { live } = await begin(['It blocks…', ' the receptors, does…', ' it not?']);
  await say(live, 'What does it block?');
  const cut = spoken(live).at(-1);
  expect(cut).toMatchObject({ content: 'It blocks', status: 'interrupted', reason: 'limit', agent: 'Echo' });
  await ask(live, 'continue_reply');
  await ask(live, 'continue_reply');
  const [first, second, third] = spoken(live).slice(-3);
  expect(first).toEqual(cut);
  expect(second).toMatchObject({ content: ' the receptors, does', reason: 'limit', continues: first?.id });
  expect(third).toMatchObject({
    content: ' it not?',
    status: 'complete',
    continues: second?.id,
    replyTo: cut?.replyTo,
  });
  expect(await ask(live, 'continue_reply')).toMatchObject({ type: 'error', reason: 'nothing-to-continue' });
});

test('a failed continuation is retried as a continuation', async () => {
  const { live } = await begin(['It blocks…', ' the!', ' the receptors.']);
  await say(live, 'What does it block?');
  const cut = spoken(live).at(-1);
  await ask(live, 'continue_reply');
  expect(await ask(live, 'continue_reply')).toMatchObject({ type: 'error', reason: 'nothing-to-continue' });
  await ask(live, 'retry_reply');
  expect(spoken(live).slice(-2)).toMatchObject([
    { id: cut?.id, content: 'It blocks' },
    { content: ' the receptors.', status: 'complete', continues: cut?.id },
  ]);
});

test('during a continuation the turn names the reply that it continues', async () => {
  const { live } = await begin(['It blocks…']);
  await say(live, 'What does it block?');
  const cut = spoken(live).at(-1);
  const answer = live.execute({ type: 'continue_reply', id: newId(), session: live.owned.session });
  await answer;
  expect(live.state.turn ?? { continues: cut?.id }).toMatchObject({ continues: cut?.id });
  expect(spoken(live).at(-1)).toMatchObject({ continues: cut?.id });
  await until(() => live.state.turn === null, 'it is answered');
});

test('no recap follows a reply that can be retried', async () => {
  const { live } = await begin(['It blocks…', ' the receptors.']);
  await say(live, 'What does it block?');
  await ask(live, 'leave_session');
  await ask(live, 'resume_session');
  expect(live.state).toMatchObject({ status: 'open' });
  expect(spoken(live)).toHaveLength(3);
  expect(await ask(live, 'continue_reply')).toMatchObject({ type: 'accepted' });
});

test('a message resumes a paused session without a recap', async () => {
  const { live } = await begin([]);
  await ask(live, 'leave_session');
  await say(live, 'What does it block?');
  expect(live.state.status).toBe('open');
  expect(spoken(live).map(({ author }) => author)).toEqual(['assistant', 'person', 'assistant']);
});
