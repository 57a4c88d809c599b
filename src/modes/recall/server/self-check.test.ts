import { afterAll, beforeAll, expect, test } from 'vitest';

import { upMessage } from '#composition/protocol.ts';
import { tablesOf } from '#database/server/database.ts';
import type { LastAction } from '#undo/protocol.ts';
import type { UndoTables } from '#undo/server/tables.ts';

import { newId, openWorld, POINTS, until, type World } from '../../../../fixtures/spine/world.ts';
import { shownQuestion } from '../asking/domain/questions.ts';
import type { RecallState } from '../asking/domain/recall-state.ts';
import type { PointVerdict } from '../evaluator/domain/evaluation.ts';
import type { Evaluator } from '../evaluator/server/evaluator.ts';
import type { RecallTables } from '../storage/server/tables.ts';

const [AWAKE, BLOCKS, HALF] = POINTS as [string, string, string];

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** Cannot decide about the points whose text follows `maybe`, and credits those whose text is said. */
const unsure: Evaluator = {
  name: 'Unsure',
  isEmbedded: true,
  evaluateBatch(points, messages) {
    const said = messages.at(-1)?.content ?? '';
    const verdicts = points.map(({ id, text }): PointVerdict => {
      const base = { id, quote: '', observation: '', confidence: 0.9 };
      if (said.includes(`maybe ${text}`))
        return { ...base, verdict: 'partial', quote: said, confidence: text === HALF ? 0.7 : 0.5, isUncertain: true };
      return said.includes(text) ? { ...base, verdict: 'expressed', quote: text } : { ...base, verdict: 'absent' };
    });
    return Promise.resolve({ recalledPointIds: [], confidencePerPoint: {}, feedback: '', verdicts });
  },
};

async function open(agents: Parameters<World['start']>[0] = { evaluator: unsure }) {
  const person = await world.addPerson();
  const { running, routes, undo } = start(agents);
  const session = await world.begin(running, person);
  const live = await running.sessions.get({ person, session });
  const settled = () => until(() => live.isSettled, 'the turn is over');
  const recall = () => live.state.modes['recall'] as RecallState;
  const idOf = (text: string) => recall().hidden?.points.find((point) => point.text === text)?.id ?? '';
  const execute = async (command: object) => {
    const answer = await live.execute(upMessage.parse({ id: newId(), session, ...command }) as never);
    await settled();
    return answer;
  };
  const say = (content: string) => execute({ type: 'user_message', content });
  const judge = (isRecalled: boolean, text = AWAKE) =>
    execute({ type: 'answer_self_check', pointId: idOf(text), isRecalled });
  const reviews = async () => {
    const rows = await tablesOf<RecallTables>(world.database)
      .read.selectFrom('review_log')
      .selectAll()
      .where('session_id', '=', session)
      .execute();
    return rows.map(({ point_id, how, rating, self_checked }) => ({ point_id, how, rating, self_checked }));
  };
  return { person, session, running, live, recall, idOf, execute, say, judge, reviews, routes, undo, settled };
}

function start(agents: Parameters<World['start']>[0]) {
  const { running, routes } = world.compose(agents);
  const undo = async (person: string) => {
    const request = { person, params: {}, query: undefined };
    const find = (method: string) => routes.find((each) => each.path === '/api/undo' && each.method === method);
    const { last } = (await find('GET')!.handle({ ...request, body: undefined } as never)) as LastAction;
    await find('POST')?.handle({ ...request, body: { id: last?.id } } as never);
    return last;
  };
  return { running, routes, undo };
}
const lastWords = (messages: readonly { content: string; author: string }[]) =>
  messages.findLast(({ author }) => author === 'assistant')?.content ?? '';

test('an answer that the evaluator cannot decide leads to a self-check that quotes the point asked for', async () => {
  const { live, say, recall, idOf, reviews } = await open();
  await say(`maybe ${HALF} maybe ${AWAKE}`);
  const words = lastWords(live.state.messages);
  expect(words).toContain(`> ${AWAKE}`);
  expect(words).not.toContain(HALF);
  expect(recall().selfCheck).toEqual({ pointId: idOf(AWAKE), messageId: live.state.messages.at(-1)?.id });
  expect(recall().recalledIds).toEqual([]);
  expect(await reviews()).toEqual([]);
});

test('“I had it” credits the point at the hint level of the question, as self-checked, and the tutor goes on', async () => {
  const { live, say, judge, recall, idOf, reviews } = await open();
  await say(`maybe ${AWAKE}`);
  await judge(true);
  expect(recall().recalledIds).toEqual([idOf(AWAKE)]);
  expect(recall().selfCheck).toBeNull();
  expect(await reviews()).toEqual([{ point_id: idOf(AWAKE), how: 'unaided', rating: 3, self_checked: 1 }]);
  expect(lastWords(live.state.messages)).not.toContain(AWAKE);
  expect(live.state.messages.at(-1)?.author).toBe('assistant');
  expect(shownQuestion(recall().hidden)?.probe?.pointId).toBe(idOf(BLOCKS));
});

test('after a narrower question “I had it” is Hard, and after a cloze it is Again with help', async () => {
  for (const [hints, graded] of [
    [1, { how: 'hinted', rating: 2 }],
    [2, { how: 'helped', rating: 1 }],
  ] as const) {
    const { execute, say, judge, reviews, recall, idOf } = await open();
    for (let hint = 0; hint < hints; hint += 1) await execute({ type: 'request_help', kind: 'hint' });
    await say(`maybe ${AWAKE}`);
    await judge(true);
    expect(await reviews()).toEqual([{ point_id: idOf(AWAKE), ...graded, self_checked: 1 }]);
    expect(recall().recalledIds).toEqual([idOf(AWAKE)]);
  }
});

test('“Not quite” is Again, and the point stays open', async () => {
  const { say, judge, recall, idOf, reviews, execute } = await open();
  await say(`maybe ${AWAKE}`);
  await judge(false);
  expect(recall().recalledIds).toEqual([]);
  await execute({ type: 'end_session' });
  expect(await reviews()).toEqual([{ point_id: idOf(AWAKE), how: 'missed', rating: 1, self_checked: 1 }]);
});

test.each([
  ['the next message', { type: 'user_message', content: 'hm' }],
  ['a pause', { type: 'leave_session' }],
  ['the end', { type: 'end_session' }],
])('after %s the self-check is over, without credit, and the point is exposed', async (_, next) => {
  const { say, execute, judge, recall, idOf, reviews, person } = await open();
  await say(`maybe ${AWAKE}`);
  await execute(next);
  expect(recall().selfCheck).toBeNull();
  expect(await judge(true)).toMatchObject({ type: 'error' });
  expect(recall().recalledIds).toEqual([]);
  expect(await reviews()).toEqual([]);
  const exposures = await tablesOf<RecallTables>(world.database)
    .read.selectFrom('exposures')
    .selectAll()
    .where('person_id', '=', person)
    .execute();
  expect(exposures).toMatchObject([{ point_id: idOf(AWAKE), why: 'self-check' }]);
});

test('a point is quoted once in a session, and recalled later that day it earns no review', async () => {
  const { say, recall, idOf, reviews } = await open();
  await say(`maybe ${AWAKE}`);
  await say(`maybe ${AWAKE}`);
  expect(recall().selfCheck).toBeNull();
  await say(AWAKE);
  expect(recall().recalledIds).toEqual([idOf(AWAKE)]);
  expect(await reviews()).toEqual([]);
});

test('another undecided point gets a cue after the self-check', async () => {
  const { say, judge, recall, idOf } = await open();
  await say(`maybe ${AWAKE} maybe ${HALF}`);
  await judge(true);
  expect(shownQuestion(recall().hidden)?.probe).toMatchObject({ pointId: idOf(HALF), rung: 'narrower' });
});

test('nobody can ask for a self-check, and an answer to none is refused', async () => {
  const { say, judge, recall } = await open();
  expect(await judge(true)).toMatchObject({ type: 'error', reason: 'no-self-check' });
  await say(`Was it this? maybe ${AWAKE}`);
  expect(recall().selfCheck).toBeNull();
  await say(`maybe ${BLOCKS}`);
  expect(await judge(true, AWAKE)).toMatchObject({ type: 'error', reason: 'no-self-check' });
  expect(recall().recalledIds).toEqual([]);
});

test('the last point credited by a self-check completes the set', async () => {
  const { say, judge, recall } = await open();
  await say(`${BLOCKS} ${HALF}`);
  await say(`maybe ${AWAKE}`);
  await judge(true);
  expect(recall().overlay).toBe(true);
});

test('undo takes the answer back: the point is open, its review does not count, and an event says so', async () => {
  for (const isRecalled of [true, false]) {
    const { say, judge, recall, undo, person, session, settled, idOf, live } = await open();
    await say(`maybe ${AWAKE}`);
    await judge(isRecalled);
    expect(await undo(person)).toMatchObject({ kind: 'self-check-answered' });
    await settled();
    expect(recall().recalledIds).toEqual([]);
    expect(recall().selfCheckAnswers).toEqual({});
    const { read } = tablesOf<RecallTables>(world.database);
    const disputes = await read.selectFrom('review_disputes').selectAll().where('person_id', '=', person).execute();
    expect(disputes).toMatchObject([{ point_id: idOf(AWAKE), rating: 0 }]);
    const card = await read.selectFrom('point_cards').selectAll().where('person_id', '=', person).executeTakeFirst();
    expect(card).toBeUndefined();
    const left = await tablesOf<UndoTables>(world.database)
      .read.selectFrom('undoable_actions')
      .selectAll()
      .where('person_id', '=', person)
      .where('undone_at', 'is', null)
      .execute();
    expect(left).toEqual([]);
    expect(live.state.session).toBe(session);
  }
});

test('undo after the session disputes the review', async () => {
  const { say, judge, execute, undo, person } = await open();
  await say(`maybe ${AWAKE}`);
  await judge(true);
  await execute({ type: 'end_session' });
  await undo(person);
  const { read } = tablesOf<RecallTables>(world.database);
  const disputes = await read.selectFrom('review_disputes').selectAll().where('person_id', '=', person).execute();
  expect(disputes).toMatchObject([{ rating: 0 }]);
});

test('a rabbit hole ends a self-check, and the tutor asks on after the return', async () => {
  const { say, judge, execute, live, recall, idOf } = await open();
  await say(`maybe ${AWAKE}`);
  const messageId = live.state.messages[0]?.id ?? '';
  expect(await execute({ type: 'open_rabbithole', topic: 'coffee', messageId })).toMatchObject({ type: 'accepted' });
  expect(await judge(true)).toMatchObject({ type: 'error' });
  await say(`maybe ${BLOCKS}`);
  expect(recall().selfCheck).toBeNull();
  await execute({ type: 'exit_rabbithole' });
  expect(recall().recalledIds).toEqual([]);
  expect(shownQuestion(recall().hidden)?.probe?.pointId).not.toBe(idOf(AWAKE));
  expect(shownQuestion(recall().hidden)?.probe).toBeTruthy();
});

test('a model that evaluates decides alone', async () => {
  const { say, recall } = await open({ evaluator: { ...unsure, isEmbedded: false } });
  await say(`maybe ${AWAKE}`);
  expect(recall().selfCheck).toBeNull();
  expect(recall().hidden?.undecided).toEqual({});
});
