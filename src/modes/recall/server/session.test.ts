import { afterAll, expect, test } from 'vitest';

import { tablesOf } from '#database/server/database.ts';
import type { Message } from '#session/protocol.ts';
import type { LiveSession } from '#session/server/live/live-session.ts';

import { closedAtEnd } from '../../../../fixtures/spine/closed-at-end.ts';
import { handStream } from '../../../../fixtures/spine/hand-stream.ts';
import { LiveReader } from '../../../../fixtures/spine/live-reader.ts';
import { scriptRabbithole } from '../../../../fixtures/spine/rabbithole-agents.ts';
import { newId, openWorld, until, type World } from '../../../../fixtures/spine/world.ts';
import { lastQuestion } from '../asking/domain/questions.ts';
import type { RecallState } from '../asking/domain/recall-state.ts';
import type { Evaluator } from '../evaluator/server/evaluator.ts';
import type { RecallTables } from '../storage/server/tables.ts';
import type { Tutor } from '../tutor/server/tutor.ts';

const world = await openWorld();
afterAll(() => world.close());

function handTutor() {
  const { stream, ...hand } = handStream();
  const tutor: Tutor = { name: 'Hand', isEmbedded: false, reply: (_request, how) => stream(how) };
  return { tutor, ...hand };
}

async function open(agents: Parameters<World['start']>[0] = {}) {
  const person = await world.addPerson();
  const running = closedAtEnd(world.start(agents));
  const session = await world.begin(running, person);
  const live = await running.sessions.get({ person, session });
  const say = (content: string) => live.execute({ type: 'user_message', id: newId(), session, content });
  const ask = (type: 'stop_reply' | 'retry_reply' | 'leave_session' | 'end_session') =>
    live.execute({ type, id: newId(), session });
  return { person, session, running, live, say, ask };
}
const last = (live: LiveSession): Message | undefined => live.state.messages.at(-1);

async function ratingsOf(session: string): Promise<number[]> {
  const { read } = tablesOf<RecallTables>(world.database);
  const rows = await read.selectFrom('review_log').select('rating').where('session_id', '=', session).execute();
  return rows.map(({ rating }) => rating);
}

test('an operation without a result writes nothing', async () => {
  let writes = 0;
  const counted: World['database'] = {
    ...world.database,
    write(work) {
      writes += 1;
      return world.database.write(work);
    },
  };
  const other = await openWorld(counted);
  const person = await other.addPerson();
  const { agents, looked } = scriptRabbithole();
  const running = closedAtEnd(other.start({ rabbithole: agents }));
  const session = await other.begin(running, person);
  const live = await running.sessions.get({ person, session });
  while (looked.length === 0) {
    writes = 0;
    await live.execute({ type: 'user_message', id: newId(), session, content: 'The weather is fine.' });
    await until(() => live.isSettled, 'it is answered, and looked at where that has begun');
  }
  // The message, its evaluation with the start of the reply, and the reply; an empty observation writes nothing.
  expect(writes).toBe(3);
});

test('a turn in preparation when the process ended continues after a restart', async () => {
  let calls = 0;
  const stuck: Evaluator = {
    name: 'Evaluator',
    isEmbedded: true,
    evaluateBatch: () => ((calls += 1), new Promise(() => undefined)),
  };
  const { say, person, session, running } = await open({ evaluator: stuck });
  await say('Caffeine blocks adenosine receptors.');
  await until(() => calls === 1, 'the evaluator was asked');
  await running.sessions.close();

  const next = closedAtEnd(world.start());
  await next.sessions.recover();
  const again = await next.sessions.get({ person, session });
  await until(() => again.state.turn === null, 'it is answered');
  expect((again.state.modes['recall'] as { recalledIds: string[] }).recalledIds).toHaveLength(1);
});

test('a burst of messages does not climb the ladder beyond the evaluated ones', async () => {
  const { live, say } = await open();
  await Promise.all(Array.from({ length: 8 }, (_, index) => say(`no idea ${index}`)));
  await until(() => live.state.turn === null, 'all are answered');
  const { hidden } = live.state.modes['recall'] as RecallState;
  expect(lastQuestion(hidden)).toMatchObject({ probe: { rung: 'narrower' }, tellId: null });
});

test('a message sent just before the end is evaluated and counts, and nothing follows the end', async () => {
  const { live, ask, say, session } = await open();
  const said = [
    say('Adenosine builds up while we are awake.'),
    say('Caffeine blocks adenosine receptors.'),
    ask('end_session'),
  ];
  for (const answer of await Promise.all(said)) expect(answer).toMatchObject({ type: 'accepted' });
  await until(() => live.isSettled, 'nothing is under way');
  const reader = new LiveReader();
  await live.subscribe(reader, 0);
  expect(reader.events.at(-1)?.type).toBe('session_complete');
  expect(live.state.modes['recall']).toMatchObject({ recalledIds: [expect.any(String), expect.any(String)] });
  expect((await ratingsOf(session)).filter((rating) => rating === 3)).toHaveLength(2);
});

test('choosing Done during a reply interrupts it: nothing streams in a finished session', async () => {
  const { tutor, give } = handTutor();
  const { live, say, session } = await open({ tutor });
  for (const content of [
    'Adenosine builds up while we are awake.',
    'Caffeine blocks adenosine receptors.',
    'The half-life of caffeine is five hours.',
  ]) {
    await say(content);
    give('Right.', null);
    await until(() => live.state.turn === null, 'it is answered');
  }
  await say('And one thing more.');
  give('It ');
  await until(() => live.textFrames().length > 0, 'a word has come');
  expect(await live.execute({ type: 'dismiss_overlay', id: newId(), session, choice: 'done' })).toMatchObject({
    type: 'accepted',
  });
  expect(live.state).toMatchObject({ status: 'complete', turn: null });
  expect(last(live)).toMatchObject({ content: 'It ', status: 'interrupted' });
});
