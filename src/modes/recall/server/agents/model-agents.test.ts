import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { tablesOf } from '#database/server/database.ts';
import type { Message } from '#session/protocol.ts';

import { answerByRole } from '../../../../../fixtures/provider/by-role.ts';
import { createModelWorld, type ModelWorld } from '../../../../../fixtures/provider/model-world.ts';
import type { ProviderRequest } from '../../../../../fixtures/provider/provider-double.ts';
import type { Script } from '../../../../../fixtures/provider/script.ts';
import { newId, openWorld, POINTS, until, type World } from '../../../../../fixtures/spine/world.ts';
import { embeddedEvaluator } from '../../evaluator/server/embedded-evaluator.ts';
import type { RecallTables } from '../../storage/server/tables.ts';
import { createEmbeddedTutor } from '../../tutor/server/embedded-tutor.ts';
import { chooseRecallAgents } from '../recall-contribution.ts';

let world: World;
let models: ModelWorld;
const running: { sessions: { close(): Promise<void> } }[] = [];
beforeAll(async () => {
  world = await openWorld();
  models = await createModelWorld(world.database, { serverKey: 'sk-ant-of-the-server' });
});
afterEach(async () => {
  for (const one of running.splice(0)) await one.sessions.close();
});
afterAll(async () => {
  await models.close();
  await world.close();
});

interface Block {
  type: string;
  text: string;
  cache_control?: object;
}
interface Body {
  system: Block[];
  messages: { role: string; content: Block[] }[];
  temperature?: number;
  max_tokens: number;
  model: string;
  stream?: boolean;
}
const bodyOf = (request: ProviderRequest | undefined) => request?.body as unknown as Body;
const lastBlock = (request: ProviderRequest | undefined) => bodyOf(request).messages.at(-1)?.content.at(-1)?.text ?? '';

/** An answer of the evaluator's model, with the point numbers of the request. */
function reading(...points: { id: string; quote: string; verdict?: string; observation?: string }[]): string {
  return JSON.stringify({
    points: points.map((point) => ({ verdict: 'expressed', confidence: 0.9, observation: '', ...point })),
    feedback: 'Speak of it as little as you can.',
  });
}

/** A new person's session whose tutor and evaluator are models of the double. */
async function open(
  roles: Parameters<typeof answerByRole>[0] = {},
  points: readonly string[] = POINTS,
  { isDown = false } = {},
) {
  models.double.answer(answerByRole(roles));
  const from = models.double.requests.length;
  const person = await world.addPerson();
  // Nothing listens on this port.
  const anthropic = { key: newId(), baseUrl: isDown ? 'http://127.0.0.1:9' : models.double.url };
  const roleModels = models.served({ serverAccess: { ...models.deps.serverAccess, anthropic } });
  const embedded = { evaluator: embeddedEvaluator, tutor: createEmbeddedTutor({ paceMs: 0 }) };
  const agentsOf = chooseRecallAgents(roleModels, embedded);
  const started = world.start({ agentsOf });
  running.push(started);
  const setId = await world.addSet(person, points);
  const session = await world.begin(started, person, setId);
  const live = await started.sessions.get({ person, session });
  const frames: string[] = [];
  await live.subscribe({ event: (frame) => void frames.push(frame), chunk: (frame) => void frames.push(frame) }, 0);
  const said = async (content: string) => {
    await live.execute({ type: 'user_message', id: newId(), session, content });
    await until(() => live.state.turn === null, 'it is answered');
    return live.state.messages.findLast(({ author }) => author === 'assistant') as Message;
  };
  const notices = () => live.state.messages.filter(({ author }) => author === 'notice');
  const ask = (type: 'stop_reply' | 'retry_reply' | 'continue_reply' | 'end_session') =>
    live.execute({ type, id: newId(), session });
  const requests = () => models.double.requests.slice(from);
  const tutorRequests = () => requests().filter(({ isStreamed }) => isStreamed);
  const evaluatorRequests = () => requests().filter(({ isStreamed }) => !isStreamed);
  const recalled = () => (live.state.modes['recall'] as { recalledIds: string[] }).recalledIds.length;
  return {
    person,
    session,
    setId,
    live,
    frames,
    said,
    ask,
    notices,
    requests,
    tutorRequests,
    evaluatorRequests,
    recalled,
  };
}

test('a message is evaluated first, against all unchecked points at once, and answered with the result', async () => {
  const { said, requests, recalled, live } = await open({
    evaluator: reading({ id: 'p2', quote: 'caffeine blocks the receptors of adenosine' }),
    tutor: 'And what builds up?',
  });
  const reply = await said('I know: caffeine blocks the receptors of adenosine');
  expect(requests().map(({ isStreamed }) => (isStreamed ? 'tutor' : 'evaluator'))).toEqual(['evaluator', 'tutor']);
  expect(recalled()).toBe(1);
  expect(reply).toMatchObject({ content: 'And what builds up?', status: 'complete', agent: 'Claude Opus 5.5' });
  expect(live.state.agent).toBe('Claude Opus 5.5');
  const [evaluator, tutor] = requests();
  for (const point of POINTS) expect(evaluator?.text).toContain(point);
  expect(lastBlock(tutor)).toContain(`<recalled now="yes">${POINTS[1]}</recalled>`);
  expect(lastBlock(tutor)).toContain('Recalled with “caffeine blocks the receptors of adenosine”.');
});

test('the next request has the same prefix up to the cache marks, and no longer the turn’s block', async () => {
  const { said, tutorRequests } = await open({ tutor: 'What else?' });
  await said('first things');
  await said('second things');
  const [before, after] = tutorRequests().map(bodyOf);
  const texts = (body: Body | undefined) => [
    ...(body?.system ?? []).map(({ text }) => text),
    ...(body?.messages ?? []).flatMap(({ role, content }) => content.map(({ text }) => `${role}: ${text}`)),
  ];
  const marked = (body: Body | undefined) =>
    [...(body?.system ?? []), ...(body?.messages ?? []).flatMap(({ content }) => content)].map(
      (block) => 'cache_control' in block,
    );
  expect(marked(before)).toEqual([true, true, false, false, true, false]);
  expect(texts(after).slice(0, 5)).toEqual(texts(before).slice(0, 5));
  expect(after?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant', 'user']);
  expect(texts(after).filter((text) => text.startsWith('user: <turn>'))).toHaveLength(1);
  expect(texts(before)[4]).toBe('user: <learner>first things</learner>');
});

type Failing = readonly [what: string, script: Script, said: RegExp];
const withoutWords: readonly Failing[] = [
  ['a rejected key', { status: 401 }, /^The key for the server at .* was rejected\.$/],
  ['no credit', { status: 402 }, /^There is no credit left at the server/],
  ['a rate limit', { status: 429, retryAfter: '600' }, /accepts no more requests right now/],
  ['an overload', { status: 529 }, /is overloaded or has a fault/],
  ['a refusal', { pieces: [], stop: 'refusal' }, /would not answer/],
  ['an empty answer', { pieces: [] }, /gave an empty answer|cannot be read/],
];
const inTheMiddle: readonly Failing[] = [
  ['an event that cannot be read', { pieces: ['Half of ', { fault: 'malformed' }] }, /cannot be read/],
  ['a cut', { pieces: ['Half of ', { fault: 'cut' }] }, /broke off/],
  ['an error', { pieces: ['Half of ', { fault: 'error' }] }, /is overloaded or has a fault/],
];

test.each(withoutWords)(
  'with %s the embedded tutor answers in the same turn, and a notice says so',
  async (...failing) => {
    const [, script, said] = failing;
    const { said: say, live, notices } = await open({ tutor: () => script });
    const reply = await say('hello');
    expect(reply).toMatchObject({ author: 'assistant', status: 'complete', agent: 'Built in' });
    expect(reply.content).toMatch(/\?$/);
    await until(() => notices().length === 1, 'it is said');
    expect(notices()[0]?.problem?.message).toMatch(said);
    expect(notices()[0]?.problem?.remedy).toMatch(/[Ww]hat is built in answers/);
    expect(await say('and on')).toMatchObject({ status: 'complete', agent: 'Built in' });
    await live.execute({ type: 'end_session', id: newId(), session: live.owned.session });
    expect(notices()).toHaveLength(1);
  },
);

test.each(inTheMiddle)(
  'after %s the visible words stay, and the embedded tutor asks in a new paragraph',
  async (_, script, said) => {
    const { said: say, notices } = await open({ tutor: () => script });
    const reply = await say('hello');
    expect(reply).toMatchObject({ status: 'complete', agent: 'Claude Opus 5.5' });
    expect(reply.content).toMatch(/^Half of …\n\n[^\n]+\?$/);
    await until(() => notices().length === 1, 'it is said');
    expect(notices()[0]?.problem?.message).toMatch(said);
  },
);

test('a reply that had already asked its question needs no embedded tutor', async () => {
  const { said, notices } = await open({ tutor: () => ({ pieces: ['What builds up? ', { fault: 'cut' }] }) });
  expect((await said('hello')).content.trim()).toBe('What builds up?');
  await until(() => notices().length === 1, 'it is said');
});

test('a point that the model had told is not told again', async () => {
  const { live, session, notices } = await open({
    tutor: () => ({ pieces: [`It is this: ${POINTS[0]} So now `, { fault: 'cut' }] }),
  });
  await live.execute({ type: 'request_help', id: newId(), session, kind: 'tell' });
  await until(() => live.state.turn === null && notices().length === 1, 'it is answered');
  const content = live.state.messages.findLast(({ author }) => author === 'assistant')?.content ?? '';
  expect(content.split(POINTS[0] ?? '')).toHaveLength(2);
  expect(content).toMatch(/…\n\n[^\n]+\?$/);
});

test('if a provider refuses connections, the embedded agents do the whole turn, with one notice for both', async () => {
  const { said, recalled, notices } = await open({}, POINTS, { isDown: true });
  const reply = await said(POINTS[0] ?? '');
  expect(reply).toMatchObject({ status: 'complete', agent: 'Built in' });
  expect(recalled()).toBe(1);
  await until(() => notices().length > 0, 'it is said');
  await said('and on');
  expect(notices().map(({ problem }) => problem?.message)).toEqual([
    expect.stringMatching(/^The server at 127\.0\.0\.1:9 cannot be reached\.$/),
  ]);
});

test.each([
  ['a rejected key', { status: 401 }, /^The key for .* was rejected/],
  ['a limit of requests', { status: 429, retryAfter: '600' }, /accepts no more requests/],
] as const)('with %s the embedded evaluator reads at once, with one notice', async (_, evaluator, message) => {
  const { said, recalled, notices } = await open({ evaluator: evaluator as Script, tutor: 'What else?' });
  await said(POINTS[0] ?? '');
  expect(recalled()).toBe(1);
  await said(POINTS[1] ?? '');
  expect(recalled()).toBe(2);
  expect(notices()).toHaveLength(1);
  expect(notices()[0]?.problem?.message).toMatch(message);
});

test.each([
  ['an answer that is no reading', 'I would say that went well.', /did not answer with a reading/],
  ['a refusal', { pieces: [], stop: 'refusal' }, /would not answer/],
] as const)(
  'after %s nothing is credited, the message is evaluated again with the next one, with one notice',
  async (...failing) => {
    const [, broken, message] = failing;
    let asked = 0;
    const { said, recalled, notices, evaluatorRequests } = await open({
      evaluator: (request) => {
        if (!request.text.includes('<message>it builds up')) return '{"points":[]}';
        asked += 1;
        return asked === 1 ? (broken as Script | string) : reading({ id: 'p1', quote: 'it builds up' });
      },
      tutor: 'What else?',
    });
    expect(await said('it builds up while awake')).toMatchObject({ content: 'What else?', status: 'complete' });
    expect(recalled()).toBe(0);
    expect(notices()).toHaveLength(1);
    expect(notices()[0]?.problem?.message).toMatch(message);
    expect(notices()[0]?.problem?.remedy).toContain('read again with your next message');
    await said('hm');
    expect(recalled()).toBe(1);
    await said('hm');
    expect(evaluatorRequests().length - asked).toBe(2);
    expect(notices()).toHaveLength(1);
  },
);

test('a message is evaluated again at most once', async () => {
  const { said, recalled, notices, evaluatorRequests } = await open({ evaluator: 'No reading.', tutor: 'What else?' });
  for (const content of ['one', 'two', 'three']) await said(content);
  const read = (content: string) => evaluatorRequests().filter(({ text }) => text.includes(`<message>${content}<`));
  expect([read('one').length, read('two').length, read('three').length]).toEqual([2, 2, 1]);
  expect(recalled()).toBe(0);
  expect(notices()).toHaveLength(1);
});

test('the complete points of a truncated evaluation count', async () => {
  const { said, recalled, live } = await open({
    evaluator: {
      pieces: [reading({ id: 'p1', quote: 'builds up' }, { id: 'p2', quote: 'blocks' }).slice(0, 150)],
      stop: 'limit',
    },
  });
  await said('adenosine builds up and caffeine blocks');
  expect(recalled()).toBe(1);
  await said('and so on');
  const notices = live.state.messages.filter(({ author }) => author === 'notice');
  expect(notices.map(({ problem }) => problem?.message)).toEqual([
    'A message was checked only in part. The evaluator’s answer was cut at its limit of 1,024 tokens.',
  ]);
});

test('an evaluation that was cut before any point is reported', async () => {
  const { said, live } = await open({ evaluator: { pieces: ['{"points":['], stop: 'limit' } });
  await said('adenosine builds up');
  const notice = live.state.messages.find(({ author }) => author === 'notice');
  expect(notice?.problem?.message).toMatch(/could not be checked.*cut at its limit of 1,024 tokens/);
});

test('a second give-away is shown, recorded as told with its message, and graded Again', async () => {
  const { said, frames, session, person, ask, tutorRequests } = await open({
    tutor: 'Right. Caffeine blocks adenosine receptors. What else?',
    evaluator: (request) =>
      request.text.includes('so it blocks') ? reading({ id: 'p2', quote: 'so it blocks receptors' }) : '{"points":[]}',
  });
  const reply = await said('hm');
  expect(tutorRequests()).toHaveLength(2);
  expect(reply.content).toBe('Right. Right. Caffeine blocks adenosine receptors. What else?');
  const told = frames
    .map((frame) => JSON.parse(frame) as { type: string; messageId?: string })
    .filter(({ type }) => type === 'point_told');
  expect(told).toMatchObject([{ messageId: reply.id }]);
  expect(JSON.stringify(told)).not.toContain('pointId');
  const tables = tablesOf<RecallTables>(world.database).read;
  const exposed = await tables.selectFrom('exposures').selectAll().where('session_id', '=', session).execute();
  expect(exposed).toMatchObject([{ person_id: person, message_id: reply.id, why: 'given-away' }]);
  await said('so it blocks receptors');
  await ask('end_session');
  const rows = await tables
    .selectFrom('review_log')
    .selectAll()
    .where('session_id', '=', session)
    .orderBy('at')
    .execute();
  expect(rows.find(({ point_id }) => point_id === exposed[0]?.point_id)).toMatchObject({ rating: 1, how: 'told' });
});

test('if an evaluator asks to wait, the turn waits if time allows, with a notice; otherwise the embedded one evaluates', async () => {
  let answers = 0;
  const limited = (retryAfter: string): Script => ({ status: 429, retryAfter });
  const { said, frames, notices, recalled } = await open({
    evaluator: () => {
      answers += 1;
      if (answers === 1) return limited('1');
      return answers === 2 ? reading({ id: 'p1', quote: 'adenosine builds up' }) : limited('9');
    },
  });
  await said('adenosine builds up while we are awake');
  expect(recalled()).toBe(1);
  const waits = frames.map((frame) => JSON.parse(frame) as { type: string; reason?: string });
  expect(waits.filter(({ type }) => type === 'reply_waiting')).toMatchObject([
    { reason: expect.stringMatching(/requests/) },
  ]);
  await said(POINTS[1] ?? '');
  expect(recalled()).toBe(2);
  expect(notices().map(({ problem }) => problem?.message)).toEqual([expect.stringMatching(/no more requests/)]);
});
