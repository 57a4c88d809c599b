import { afterAll, beforeAll, expect, test } from 'vitest';

import { upMessage } from '#composition/protocol.ts';
import { tablesOf } from '#database/server/database.ts';
import type { LastAction } from '#undo/protocol.ts';
import type { UndoTables } from '#undo/server/tables.ts';

import { newId, openWorld, POINTS, until, type World } from '../../../../fixtures/spine/world.ts';
import { repeatsAnswer, saidToCard } from '../asking/domain/cards/in-words.ts';
import { shownQuestion } from '../asking/domain/questions.ts';
import type { RecallState } from '../asking/domain/recall-state.ts';
import type { PointVerdict } from '../evaluator/domain/evaluation.ts';
import type { Evaluator } from '../evaluator/server/evaluator.ts';
import type { SessionReview } from '../reviews/protocol.ts';
import type { Grade } from '../scheduling/protocol.ts';
import type { RecallTables } from '../storage/server/tables.ts';
import { composeOpening } from '../tutor/domain/embedded/reply.ts';
import { createEmbeddedTutor } from '../tutor/server/embedded-tutor.ts';
import type { Tutor } from '../tutor/server/tutor.ts';

const [AWAKE, BLOCKS, HALF] = POINTS as [string, string, string];

let world: World;
/** Serves every session without a model; each session has a different person. */
let withoutModel: ReturnType<typeof start>;
beforeAll(async () => {
  world = await openWorld();
  withoutModel = start(WITHOUT_MODEL);
});
afterAll(() => world.close());

/** Is unsure of points whose text follows `maybe`, and credits points whose text is in the message. */
const unsure: Evaluator = {
  name: 'Unsure',
  isEmbedded: true,
  evaluateBatch(points, messages) {
    const said = messages.at(-1)?.content ?? '';
    const verdicts = points.map(({ id, text }): PointVerdict => {
      const base = { id, quote: '', observation: '', confidence: 0.9 };
      const maybe = `maybe ${text.slice(0, -1)}`;
      if (said.includes(maybe))
        return { ...base, verdict: 'partial', quote: maybe, confidence: text === HALF ? 0.7 : 0.5, isUncertain: true };
      return said.includes(text) ? { ...base, verdict: 'expressed', quote: text } : { ...base, verdict: 'absent' };
    });
    return Promise.resolve({ feedback: '', verdicts });
  },
};

const WITHOUT_MODEL = { evaluator: unsure, tutor: createEmbeddedTutor({ paceMs: 0 }) };

async function open(agents: Parameters<World['start']>[0] = WITHOUT_MODEL, points?: Parameters<World['addSet']>[1]) {
  const person = await world.addPerson();
  const { running, routes, undo } = agents === WITHOUT_MODEL ? withoutModel : start(agents);
  const session = await world.begin(running, person, points && (await world.addSet(person, points)));
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
  const cards = () => recall().cards;
  const answer = (answers: Readonly<Record<string, boolean | Grade>>, cardId = cards().at(-1)?.cardId ?? '') =>
    execute({
      type: 'answer_card',
      cardId,
      answers: Object.entries(answers).map(([text, given]) => ({
        pointId: idOf(text),
        isRecalled: given !== false && given !== 'again',
        ...(typeof given === 'string' && { grade: given }),
      })),
    });
  const shown = () =>
    cards()
      .at(-1)
      ?.rows.map(({ text, isCertain, decision }) => [text, isCertain, decision]);
  const reviews = async () => {
    const rows = await tablesOf<RecallTables>(world.database)
      .read.selectFrom('review_log')
      .selectAll()
      .where('session_id', '=', session)
      .orderBy('at')
      .orderBy('id')
      .execute();
    const disputes = await tablesOf<RecallTables>(world.database)
      .read.selectFrom('review_disputes')
      .selectAll()
      .where('person_id', '=', person)
      .where('undone_at', 'is', null)
      .orderBy('at')
      .execute();
    return rows.map(({ id, point_id, how, rating }) => [
      recall().hidden?.points.find((point) => point.id === point_id)?.text,
      how,
      disputes.findLast(({ review_id }) => review_id === id)?.rating ?? rating,
    ]);
  };
  return {
    person,
    session,
    running,
    live,
    recall,
    idOf,
    execute,
    say,
    cards,
    answer,
    shown,
    reviews,
    routes,
    undo,
    settled,
  };
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
const call = (
  routes: ReturnType<typeof start>['routes'],
  { method, path, ...request }: { person: string; method: string; path: string; params: object; body?: object },
) =>
  routes
    .find((route) => route.path === path && route.method === method)!
    .handle({ query: undefined, body: undefined, ...request } as never);
const reviewOf = async (routes: ReturnType<typeof start>['routes'], person: string, session: string) =>
  (await call(routes, {
    person,
    method: 'GET',
    path: '/api/recall/sessions/:session/review',
    params: { session },
  })) as SessionReview;

const lastWords = (messages: readonly { content: string; author: string }[]) =>
  messages.findLast(({ author }) => author === 'assistant')?.content ?? '';

const question = ({ hidden }: RecallState) => shownQuestion(hidden);

test('a session begins with free recall, and one card shows the points that a message came near', async () => {
  const { live, say, shown, recall, reviews } = await open();
  expect(lastWords(live.state.messages)).toBe('Write down what you remember of “Caffeine”, in any order.');
  await say(`${BLOCKS} maybe ${AWAKE} maybe ${HALF}`);
  expect(shown()).toEqual([
    [BLOCKS, true, 'recalled'],
    [HALF, false, null],
    [AWAKE, false, null],
  ]);
  expect(recall().cards[0]).toMatchObject({ isOpen: true, messageId: live.state.messages.at(-1)?.id });
  // The card waits, and the tutor asks nothing meanwhile.
  expect(live.state.messages.at(-1)?.author).toBe('person');
  expect(await reviews()).toEqual([[BLOCKS, 'unaided', 3]]);
});

test('one answer decides all rows, and the tutor asks for the next point by a known neighbour', async () => {
  const { live, say, answer, recall, reviews, idOf } = await open();
  await say(`maybe ${AWAKE}`);
  await answer({ [AWAKE]: true });
  expect(recall().recalledIds).toEqual([idOf(AWAKE)]);
  expect(await reviews()).toEqual([[AWAKE, 'unaided', 3]]);
  expect(lastWords(live.state.messages)).toBe(
    'In “Caffeine”, what comes after “Adenosine builds up while we are awake”?',
  );
  expect(question(recall())?.probe).toMatchObject({ pointId: idOf(BLOCKS), rung: 'open' });
});

test('a display formula is set inside a question', async () => {
  const sum = String.raw`\[\sum_{k=1}^{n} k = \frac{n(n+1)}{2}\]`;
  const { live, say } = await open(undefined, [sum, 'Gauss found the sum as a child.']);
  await say(sum);
  expect(lastWords(live.state.messages)).toBe(
    String.raw`In “Caffeine”, what comes after “\(\sum_{k=1}^{n} k = \frac{n(n+1)}{2}\)”?`,
  );
});

test('a completely certain card needs no answer', async () => {
  const { live, say, recall } = await open();
  await say(AWAKE);
  expect(recall().cards[0]).toMatchObject({ isOpen: false });
  expect(live.state.messages.at(-1)?.author).toBe('assistant');
});

test('“Not quite” and an open row are no review for a point that was not asked for, and it is not asked again', async () => {
  const { live, say, answer, reviews, execute, recall, idOf } = await open();
  await say(`maybe ${AWAKE} maybe ${BLOCKS}`);
  await answer({ [AWAKE]: false });
  expect(await reviews()).toEqual([]);
  expect(question(recall())?.probe?.pointId).toBe(idOf(HALF));
  await say(HALF);
  expect(lastWords(live.state.messages)).toBe('Add anything that comes to mind.');
  await execute({ type: 'end_session' });
  expect(await reviews()).toEqual([[HALF, 'unaided', 3]]);
});

test('“Not quite” and an open row are Again for the point that was asked for', async () => {
  for (const given of [{ [AWAKE]: false }, {}]) {
    const { say, answer, reviews, execute } = await open();
    await say('no idea');
    await say(`maybe ${AWAKE}`);
    await answer(given);
    await execute({ type: 'end_session' });
    expect(await reviews()).toEqual([[AWAKE, 'missed', 1]]);
  }
});

test('a message that is no attempt shows nothing, costs nothing, and gets an offer of help', async () => {
  const { live, say, reviews, execute, recall, idOf } = await open();
  await say('no idea');
  const asked = lastWords(live.state.messages);
  for (const words of [
    'hm',
    'Moment mal',
    `Is it maybe ${AWAKE.slice(0, -1)}?`,
    'the cat sleeps on the sofa',
    'いいえ',
  ]) {
    await say(words);
    expect(recall().cards).toEqual([]);
    expect(lastWords(live.state.messages)).toMatch(/Show the point/);
    expect(lastWords(live.state.messages)).toContain(asked);
    expect(question(recall())?.probe).toMatchObject({ pointId: idOf(AWAKE), rung: 'open' });
  }
  await execute({ type: 'end_session' });
  expect(await reviews()).toEqual([]);
});

test.each([
  ['Hello!', 'Hello.'],
  ['Danke', 'You are welcome.'],
  [
    'No',
    'That is fine. Hint gives you a cue, Show the point puts it beside your words, and “skip” leaves it for later.',
  ],
  [
    "I don't know",
    'That is fine. Hint gives you a cue, Show the point puts it beside your words, and “skip” leaves it for later.',
  ],
  ['ok', 'Hint gives you a cue, Show the point puts it beside your words, and “skip” leaves it for later.'],
  [
    'one moment',
    'Take your time. Hint gives you a cue, Show the point puts it beside your words, and “skip” leaves it for later.',
  ],
  ['done', 'Leave keeps your place here, and Finish shows your results.'],
])('“%s” while a point is asked for gets one fitting line: %s', async (words, line) => {
  const { live, say, cards } = await open();
  await say('no idea');
  const asked = lastWords(live.state.messages);
  await say(words);
  expect(lastWords(live.state.messages)).toBe(`${line}\n\n${asked}`);
  expect(cards()).toEqual([]);
});

test('“skip” turns to the next point without showing anything; skipped points come once more at the end', async () => {
  const { live, say, answer, reviews, execute, recall, cards, idOf } = await open();
  const asked = () => question(recall())?.probe?.pointId;
  await say('no idea');
  await say('skip');
  expect([asked(), lastWords(live.state.messages)]).toEqual([
    idOf(BLOCKS),
    'On to another one.\n\nWhat do you remember of “Caffeine”?',
  ]);
  await say('Next, please!');
  await say('weiter');
  expect(asked()).toBe(idOf(AWAKE));
  await say(`maybe ${AWAKE}`);
  await answer({ [AWAKE]: true });
  await say('next');
  expect(asked()).toBe(idOf(HALF));
  await say('skip this one');
  expect(lastWords(live.state.messages)).toMatch(/^Add anything that comes to mind\.$/u);
  expect(cards()).toHaveLength(1);
  await execute({ type: 'end_session' });
  expect(await reviews()).toEqual([[AWAKE, 'unaided', 3]]);
});

test('the review says that a point was asked for and skipped; after a cloze it is Again', async () => {
  for (const hints of [0, 1, 2]) {
    const { say, execute, reviews, routes, person, session, idOf } = await open();
    await say('no idea');
    for (let hint = 0; hint < hints; hint += 1) await execute({ type: 'request_help', kind: 'hint' });
    await say(hints === 0 ? 'banana' : 'skip');
    await execute({ type: 'end_session' });
    expect(await reviews()).toEqual(hints === 2 ? [[AWAKE, 'missed', 1]] : []);
    const { points } = await reviewOf(routes, person, session);
    const cue = [null, 'narrower', 'cloze'][hints];
    expect(points.find(({ pointId }) => pointId === idOf(AWAKE))).toMatchObject({
      how: hints === 2 ? 'missed' : 'left',
      cue,
      text: hints === 2 ? AWAKE : null,
    });
    expect(points.find(({ pointId }) => pointId === idOf(HALF))).toMatchObject({ how: 'not-asked', cue: null });
  }
});

test('“I give up” shows the point', async () => {
  for (const words of ['I give up', 'ok show it', 'Ich gebe auf.', 'Zeig mir die Lösung']) {
    const { say, cards } = await open();
    await say('no idea');
    await say(words);
    expect(cards()).toMatchObject([{ messageId: null, isOpen: true, rows: [{ text: AWAKE, quote: '' }] }]);
  }
});

test('at the end no help is offered, and each message gets a fitting line', async () => {
  const { live, say, answer, execute, recall } = await open();
  await say(`maybe ${AWAKE} maybe ${BLOCKS} maybe ${HALF}`);
  await execute({ type: 'answer_card', cardId: recall().cards[0]?.cardId, answers: [] });
  expect(lastWords(live.state.messages)).toBe('Add anything that comes to mind.');
  expect(recall()).toMatchObject({ overlay: true, recalledIds: [] });
  for (const kind of ['hint', 'tell'])
    expect(await execute({ type: 'request_help', kind })).toMatchObject({ type: 'error', reason: 'nothing-left' });
  await execute({ type: 'dismiss_overlay', choice: 'continue' });
  const end = 'Add anything that comes to mind.';
  for (const [words, line] of [
    ['thank you', `You are welcome.\n\n${end}`],
    ['ja', end],
    ['one moment', end],
    ['why do the headaches come back?', `I can’t tell from these words.\n\n${end}`],
    ['the cat sleeps on the sofa', `I can’t tell from these words.\n\n${end}`],
    ['no idea', end],
    ['skip', end],
  ] as const) {
    await say(words);
    expect([words, lastWords(live.state.messages)]).toEqual([words, line]);
  }
  expect(recall().overlay).toBe(false);
  // A better answer can still be decided.
  await say(`${AWAKE} ${BLOCKS}`);
  await answer({ [AWAKE]: true, [BLOCKS]: true });
  expect(recall().recalledIds).toHaveLength(2);
  await execute({ type: 'end_session' });
  expect(live.state.status).toBe('complete');
});

test('after everything is recalled each message gets a line', async () => {
  const { live, say, execute } = await open();
  await say(POINTS.join(' '));
  const end = 'Add anything that comes to mind.';
  expect(lastWords(live.state.messages)).toBe(end);
  await execute({ type: 'dismiss_overlay', choice: 'continue' });
  for (const words of ['and tea has it, too', 'Hello!', 'why?']) {
    const { length } = live.state.messages;
    await say(words);
    expect(live.state.messages).toHaveLength(length + 2);
    expect(lastWords(live.state.messages)).toContain(end);
  }
});

/** The reply to every further message at a card. */
const WAITS =
  /^(?:“Go on” at the card leaves open what you do not decide\.|The card shows all of it: 1 is “I had it”, 2 is “Not quite”, and Enter goes on\.)$/u;
test('the reply says once for each card that it must be decided', async () => {
  const { live, say } = await open();
  await say(`maybe ${AWAKE}`);
  const lines: string[] = [];
  for (const words of ['why?', 'why at all?', 'danke', 'and why now?', `Then maybe ${HALF}`, 'why?', 'why then?']) {
    await say(words);
    lines.push(live.state.messages.at(-1)?.author === 'assistant' ? lastWords(live.state.messages) : '');
  }
  const [first, waits] = [expect.stringMatching(/^Decide on the/u), expect.stringMatching(WAITS)];
  expect(lines).toEqual([first, waits, 'You are welcome.', waits, '', first, waits]);
});

test('“skip” twice gets two different replies, and a skipped point counts as asked for', async () => {
  const { live, say, execute, routes, person, session, idOf } = await open();
  const said: string[] = [];
  for (const words of ['no idea', 'skip', 'skip', 'skip']) {
    await say(words);
    said.push(lastWords(live.state.messages));
  }
  expect(said).toEqual([
    'What do you remember of “Caffeine”?',
    'On to another one.\n\nWhat do you remember of “Caffeine”?',
    'Then another.\n\nWhat do you remember of “Caffeine”?',
    'On to another one.\n\nWhat do you remember of “Caffeine”?',
  ]);
  await execute({ type: 'end_session' });
  const { points } = await reviewOf(routes, person, session);
  for (const text of [AWAKE, BLOCKS, HALF])
    expect(points.find(({ pointId }) => pointId === idOf(text))).toMatchObject({ how: 'left', reviewId: null });
});

test('a question at an open card is answered, and the card still waits', async () => {
  const { live, say, recall, answer, reviews, idOf } = await open();
  await say('no idea');
  await say(`maybe ${AWAKE}`);
  for (const words of ['why does it build up at night?', 'Warum ist das so?', 'what is adenosine made of']) {
    await say(words);
    expect(recall().cards).toMatchObject([{ isOpen: true, rows: [{ decision: null }] }]);
    expect(lastWords(live.state.messages)).toMatch(
      words.startsWith('why') ? /^Decide on the point above first/u : WAITS,
    );
    expect(question(recall())?.probe?.pointId).toBe(idOf(AWAKE));
  }
  await say('yes');
  expect(recall().recalledIds).toEqual([idOf(AWAKE)]);
  expect(await reviews()).toEqual([[AWAKE, 'unaided', 3]]);
  expect(question(recall())?.probe?.pointId).toBe(idOf(BLOCKS));

  expect(lastWords(live.state.messages)).not.toMatch(/Show the point/);

  // An answered card stays closed.
  await say(`maybe ${BLOCKS} maybe ${HALF}`);
  await answer({ [BLOCKS]: true });
  await say('why does caffeine wear off?');
  expect(recall().cards.at(-1)).toMatchObject({ isOpen: false });
});

test('the end waits for an open card', async () => {
  const { live, say, execute, recall, answer } = await open(undefined, [AWAKE]);
  await execute({ type: 'request_help', kind: 'tell' });
  await say('was it that it builds up at night?');
  expect(lastWords(live.state.messages)).toMatch(/Decide on the point above/u);
  expect(recall()).toMatchObject({ overlay: false, cards: [{ isOpen: true }] });
  await answer({ [AWAKE]: true });
  expect(recall()).toMatchObject({ overlay: true, cards: [{ isOpen: false }] });
});

test('a point counts as asked for if the person says twice that nothing comes to mind; once costs nothing', async () => {
  for (const times of [1, 2]) {
    const { say, reviews, execute, cards } = await open();
    await say('no idea');
    for (let time = 0; time < times; time += 1) await say('I forgot');
    expect(cards()).toEqual([]);
    await execute({ type: 'end_session' });
    expect(await reviews()).toEqual(times === 1 ? [] : [[AWAKE, 'missed', 1]]);
  }
});

test('words of an answer beyond its point do not count as a request for time', async () => {
  const { live, say } = await open();
  await say('no idea');
  for (const words of ['18 guys returned', 'why', 'what was the question', 'Newton hat sie Fluxionen genannt', 'hm']) {
    await say(words);
    expect(lastWords(live.state.messages)).toMatch(/Show the point/u);
    expect(lastWords(live.state.messages)).not.toMatch(/Take your time/u);
  }
});

test('the reply says once that there is no further hint', async () => {
  const { live, execute } = await open();
  for (let hint = 0; hint < 4; hint += 1) await execute({ type: 'request_help', kind: 'hint' });
  expect(lastWords(live.state.messages)).toMatch(/^There is no further hint/u);
  const { length } = live.state.messages;
  await execute({ type: 'request_help', kind: 'hint' });
  expect(live.state.messages).toHaveLength(length);
});

test('a used-up hint is no longer offered, and a new question has its own hints', async () => {
  const { say, execute, recall, answer, live } = await open();
  expect(recall().nextHint).toBeUndefined();
  for (let hint = 0; hint < 3; hint += 1) await execute({ type: 'request_help', kind: 'hint' });
  expect(recall().nextHint).toBeNull();
  await say('banana');
  expect(lastWords(live.state.messages)).toMatch(/^There is no further hint for this one/u);
  await say(`maybe ${AWAKE}`);
  await answer({ [AWAKE]: true });
  expect(recall().nextHint).toBe('cloze');
});

test('a hint is shown completely, even if it reveals a point', async () => {
  const { execute, live, recall } = await open(undefined, [
    { text: 'Seven hills by the Tiber', question: 'What is Rome built on?' },
    { text: 'No', question: 'Is Pluto a planet?' },
  ]);
  const lines = [];
  while (recall().nextHint !== null) {
    await execute({ type: 'request_help', kind: 'hint' });
    lines.push(lastWords(live.state.messages).split('\n\n').at(-1));
  }
  expect(lines).toEqual(['A word of it: “hills”.', '“Seven hills by the ____”', '“Seven hills by the T____”']);
  await execute({ type: 'request_help', kind: 'hint' });
  expect(lastWords(live.state.messages)).toMatch(/^There is no further hint/u);
});

test('after help a card says what a point counts as, and it cannot be easy', async () => {
  const { say, execute, cards, answer, reviews } = await open();
  await execute({ type: 'request_help', kind: 'hint' });
  await say(`maybe ${AWAKE} maybe ${BLOCKS}`);
  expect(cards()[0]?.rows.map(({ counts }) => counts)).toEqual(['hard', undefined]);
  await answer({ [AWAKE]: 'easy', [BLOCKS]: 'easy' });
  await execute({ type: 'request_help', kind: 'tell' });
  expect(
    cards()
      .at(-1)
      ?.rows.map(({ counts }) => counts),
  ).toEqual(['again']);
  await answer({ [HALF]: 'easy' });
  expect(new Set(await reviews())).toEqual(
    new Set([
      [AWAKE, 'hinted', 2],
      [BLOCKS, 'unaided', 4],
      [HALF, 'told', 1],
    ]),
  );
});

test('the full stop of an abbreviation stays in a question', async () => {
  const { live, say } = await open(undefined, ['Die Republik begann 509 v. Chr.', BLOCKS]);
  await say('Die Republik begann 509 v. Chr.');
  expect(lastWords(live.state.messages)).toMatch(/509 v\. Chr\.[”“]\?$/u);
});

test('a model answers a question at an open card, which then still waits', async () => {
  const tutor: Tutor = {
    name: 'A model',
    isEmbedded: false,
    async *reply() {
      await Promise.resolve();
      yield 'Because of the cells. What is next?';
    },
  };
  const { say, cards, live } = await open({ evaluator: unsure, tutor });
  await say(`maybe ${BLOCKS}`);
  await say('why is that so?');
  expect(lastWords(live.state.messages)).toBe('Because of the cells. What is next?');
  expect(cards()).toMatchObject([{ isOpen: true }]);
});

const YES_OR_NO = [
  { text: 'No, it is a mammal.', question: 'Is a whale a fish?' },
  { text: 'Eine Welle und ein Teilchen.', question: 'Ist Licht eine Welle?' },
  { text: 'はい', question: 'クジラは哺乳類ですか' },
  { text: 'No', question: 'Does light need a medium?' },
] as const;
test.each([
  ['nope', 0],
  ['not at all', 0],
  ['never', 0],
  ['Yes.', 0],
  ['it is not', 0],
  ['no, it isn’t', 0],
  ['ja', 1],
  ['Nein, niemals', 1],
  ['natürlich', 1],
  ['いいえ', 2],
  ['no, it does not', 3],
] as const)('“%s” is an answer to a yes-or-no question', async (words, at) => {
  const point = YES_OR_NO[at];
  const { say, cards } = await open(undefined, [point, { text: 'Adenosine.', question: 'What builds up?' }]);
  await say(words);
  expect(cards()).toMatchObject([{ isOpen: true, rows: [{ text: point.text, quote: words }] }]);
});

test('a yes, a no or a stray letter is no answer to any other question, and is not stored as one', async () => {
  for (const words of ['nope', 'never', 'exactly', 'genau', 'ja', 'G']) {
    const { say, cards, execute } = await open(undefined, [
      { text: 'Adenosine.', question: 'What builds up?' },
      { text: 'Sleep.', question: 'What clears it?' },
    ]);
    await say(words);
    expect(cards()).toEqual([]);
    await execute({ type: 'request_help', kind: 'tell' });
    expect(cards()).toMatchObject([{ messageId: null, rows: [{ quote: '' }] }]);
  }
});

test('every certain row is on a card, before the rows to decide', async () => {
  const points = Array.from({ length: 10 }, (_, at) => `Fact ${'abcdefghij'[at]} holds.`);
  const rowsAfter = async (certain: number, near: number) => {
    const { say, cards, execute } = await open(WITHOUT_MODEL, points);
    const said = points.slice(0, certain).join(' ');
    await say(
      `${said} ${points
        .slice(certain, certain + near)
        .map((text) => `maybe ${text}`)
        .join(' ')}`,
    );
    while (cards().at(-1)?.isOpen) await execute({ type: 'answer_card', cardId: cards().at(-1)?.cardId, answers: [] });
    return cards().map(({ rows }) => rows.map(({ isCertain }) => (isCertain ? 'c' : 'n')).join(''));
  };
  expect(await rowsAfter(2, 6)).toEqual(['ccnnnn', 'nn']);
  expect(await rowsAfter(5, 3)).toEqual(['cccccn', 'nn']);
  expect(await rowsAfter(6, 2)).toEqual(['cccccc', 'nn']);
  expect(await rowsAfter(8, 1)).toEqual(['cccccc', 'ccn']);
  expect(await rowsAfter(10, 0)).toEqual(['cccccc', 'cccc']);
});

test('a better answer about a point on an open card opens no second card, and is graded like the first one', async () => {
  const { say, answer, shown, recall, idOf, reviews } = await open();
  await say('no idea');
  const said = `maybe ${AWAKE.slice(0, -1)}`;
  await say(said);
  await say('Let me put it another way');
  await say(`It is in the head. ${AWAKE}`);
  expect(recall().cards).toMatchObject([{ isOpen: true, rows: [{ quote: said }] }]);
  expect(shown()).toEqual([[AWAKE, false, null]]);
  await answer({ [AWAKE]: true });
  expect(recall().recalledIds).toEqual([idOf(AWAKE)]);
  expect(await reviews()).toEqual([[AWAKE, 'unaided', 3]]);
});

test('a point that is stated whole after its card was left open is compared once more, and counts as before', async () => {
  const { say, answer, execute, cards, recall, idOf, reviews } = await open();
  await say('no idea');
  await say(`maybe ${AWAKE}`);
  await execute({ type: 'answer_card', cardId: cards().at(-1)?.cardId, answers: [] });
  await say(AWAKE);
  expect(cards()).toMatchObject([
    { isOpen: false, rows: [{ decision: null }] },
    { isOpen: true, rows: [{ decision: null, quote: AWAKE }] },
  ]);
  await answer({ [AWAKE]: true });
  expect(recall().recalledIds).toEqual([idOf(AWAKE)]);
  expect(await reviews()).toEqual([[AWAKE, 'unaided', 3]]);
});

test('a point that a card has shown is not recalled by typing it back: its row stays open', async () => {
  for (const isAsked of [true, false]) {
    const { say, answer, execute, recall, reviews, cards } = await open();
    if (isAsked) await say('no idea');
    await say(`maybe ${AWAKE}`);
    await say(AWAKE);
    await say('Let me put it another way');
    await say(AWAKE);
    expect(recall().recalledIds).toEqual([]);
    expect(cards()).toMatchObject([{ isOpen: true, rows: [{ decision: null }] }]);
    await answer({ [AWAKE]: true });
    expect(await reviews()).toEqual([[AWAKE, 'unaided', 3]]);
    await execute({ type: 'end_session' });
    expect(await reviews()).toEqual([[AWAKE, 'unaided', 3]]);
  }
});

test('a point that was typed back and left undecided is Again if it was asked for, otherwise without a review', async () => {
  for (const isAsked of [true, false]) {
    const { say, execute, reviews } = await open();
    if (isAsked) await say('no idea');
    await say(`maybe ${AWAKE}`);
    await say(`Ah, ${AWAKE}`);
    await execute({ type: 'end_session' });
    expect(await reviews()).toEqual(isAsked ? [[AWAKE, 'missed', 1]] : []);
  }
});

test('“Not quite” and Show the point without a try stay Again when the point is typed back', async () => {
  const missed = await open();
  await missed.say('no idea');
  await missed.say(`maybe ${AWAKE}`);
  await missed.answer({ [AWAKE]: false });
  await missed.say(AWAKE);
  expect(missed.recall().recalledIds).toEqual([]);
  expect(missed.cards()).toMatchObject([{ rows: [{ decision: 'missed' }] }]);
  expect(await missed.reviews()).toEqual([[AWAKE, 'missed', 1]]);

  const untried = await open();
  await untried.execute({ type: 'request_help', kind: 'tell' });
  await untried.say(AWAKE);
  expect(untried.recall().recalledIds).toEqual([]);
  await untried.answer({ [AWAKE]: true });
  expect(await untried.reviews()).toEqual([[AWAKE, 'told', 1]]);
});

test('a ticked row that was changed to “Not quite” is not credited again by its words', async () => {
  const { say, answer, recall } = await open();
  await say(`${BLOCKS} maybe ${AWAKE}`);
  await answer({ [BLOCKS]: false, [AWAKE]: true });
  await say(BLOCKS);
  expect(recall().recalledIds).toHaveLength(1);
});

test('Show the point quotes the last answer to that point, and no message to the tutor', async () => {
  for (const messages of [
    ['was', 'how so', 'hm, let me think', 'a hint please'],
    ['can you show me the answer'],
    ['Gib mir mal die Lösung'],
  ]) {
    const { say, execute, cards } = await open();
    await say('no idea');
    await say('I forgot a lot. Something builds up in there.');
    await say('the cat sleeps on the sofa');
    for (const words of messages) await say(words);
    if (cards().length === 0) await execute({ type: 'request_help', kind: 'tell' });
    expect(cards().at(-1)).toMatchObject({ rows: [{ text: AWAKE, quote: 'Something builds up in there.' }] });
  }
});

test.each([
  [1, ['hinted', 2]],
  [2, ['helped', 1]],
  [3, ['helped', 1]],
])('after %d requested hints “I had it” is %j', async (hints, graded) => {
  const { execute, say, answer, reviews } = await open();
  for (let hint = 0; hint < hints; hint += 1) await execute({ type: 'request_help', kind: 'hint' });
  await say(`maybe ${AWAKE}`);
  await answer({ [AWAKE]: true });
  expect(await reviews()).toEqual([[AWAKE, ...graded]]);
});

test('Show the point without a try is Again for every answer, and after a try the person decides', async () => {
  const untried = await open();
  await untried.say('no idea');
  await untried.say('banana');
  await untried.execute({ type: 'request_help', kind: 'tell' });
  expect(untried.cards()).toMatchObject([{ messageId: null, rows: [{ text: AWAKE, quote: '' }], isOpen: true }]);
  await untried.answer({ [AWAKE]: true });
  expect(await untried.reviews()).toEqual([[AWAKE, 'told', 1]]);

  const tried = await open();
  await tried.say('no idea');
  await tried.say('something builds up');
  await tried.execute({ type: 'request_help', kind: 'tell' });
  expect(tried.cards()).toMatchObject([{ rows: [{ text: AWAKE, quote: 'something builds up' }] }]);
  await tried.answer({ [AWAKE]: true });
  expect(await tried.reviews()).toEqual([[AWAKE, 'unaided', 3]]);
});

test.each([
  ['Lange Formen', 'Schreib auf, was du von „Lange Formen“ noch weißt, in beliebiger Reihenfolge.'],
  ['Simple Rule', 'Write down what you remember of “Simple Rule”, in any order.'],
])('the name of a set of formulas determines its language: %s', (title, opening) => {
  expect(composeOpening(title, [{ id: 'a', text: '$e^{i\\pi} + 1 = 0$', context: '' }], undefined)).toBe(opening);
});

test('other words than the point’s are a try if the point has a question', async () => {
  const points = [
    { text: 'to put up with', question: 'aguantar' },
    { text: 'the knee', question: 'la rodilla' },
  ];
  for (const [words, quote] of [
    ['tolerate', 'tolerate'],
    ['hm, one moment', ''],
    ['no sé', ''],
  ] as const) {
    const { say, execute, cards } = await open(undefined, points);
    await say(words);
    await execute({ type: 'request_help', kind: 'tell' });
    expect(cards()).toMatchObject([{ rows: [{ text: 'to put up with', quote }] }]);
  }
});

test('an answer about another point is not a try at the shown point', async () => {
  const { say, execute, cards } = await open();
  await say('no idea');
  await say(BLOCKS);
  await execute({ type: 'request_help', kind: 'tell' });
  expect(cards().at(-1)).toMatchObject({ messageId: null, rows: [{ text: AWAKE, quote: '' }] });
});

test('a clicked grade counts, on any row', async () => {
  const { say, answer, reviews } = await open();
  await say(`${BLOCKS} maybe ${AWAKE}`);
  await answer({ [AWAKE]: 'easy', [BLOCKS]: 'hard' });
  expect(await reviews()).toEqual([
    [BLOCKS, 'unaided', 2],
    [AWAKE, 'unaided', 4],
  ]);
});

test('a ticked row can be changed to “Not quite”: the point is open, and its review no longer counts', async () => {
  const { say, answer, reviews, recall } = await open();
  await say(`${BLOCKS} maybe ${AWAKE}`);
  await answer({ [BLOCKS]: false });
  expect(recall().recalledIds).toEqual([]);
  expect(await reviews()).toEqual([[BLOCKS, 'unaided', 0]]);
});

test.each([
  ['yes', true],
  ['Ja, genau', true],
  ['genau', true],
  ['はい', true],
  ['1', true],
  ['2', false],
  ['I knew that', true],
  ['exactly!', true],
  ['Not quite.', false],
  ['no, not really', false],
  ['いいえ', false],
  ['nein', false],
])('“%s” at an open card with one row answers it as %s', async (words, isRecalled) => {
  const { say, recall, idOf, live } = await open();
  await say(`maybe ${AWAKE}`);
  await say(words);
  expect(recall().cards).toMatchObject([{ isOpen: false, rows: [{ decision: isRecalled ? 'recalled' : 'missed' }] }]);
  expect(question(recall())?.probe?.pointId).toBe(idOf(BLOCKS));
  expect(lastWords(live.state.messages)).not.toMatch(/Show the point/);
});

const ROWS = [{ text: 'Paracelsus founded toxicology in 1530.', quote: 'galen in 1801' }];
test.each([
  ['well yes', true],
  ['yes, I did', true],
  ['yes that is it', true],
  ['ja genau', true],
  ['stimmt genau', true],
  ['passt', true],
  ['vale', true],
  ['Exact !', true],
  ['c’est ça', true],
  ['das war es', null],
  ['はい、そうです', true],
  ['genau, Paracelsus war das', true],
  ['that is right, I knew Paracelsus', true],
  ['of course', true],
  ['alle', true],
  ['not all', false],
  ['I think so', true],
  ['ich glaube schon', true],
  ['creo que sí', true],
  ['I don’t think so', false],
  ['no, not quite right', false],
  ['nein, nicht ganz', false],
  ['nein, leider nicht', false],
  ['non proprio', false],
  ['pas vraiment', false],
  ['stimmt nicht', false],
  ['I had not', false],
  ['no, I mixed them up', false],
  ['no, that’s wrong, I said 1801', false],
  ['y', true],
  ['n', false],
  ['casi', false],
  ['not sure', null],
  ['I don’t know', null],
  ['no, I had it', null],
  ['yes and no', null],
  ['ja, fast', null],
  ['yes?', null],
  ['not wrong', null],
  ['no doubt', null],
  ['yes, in 1901', null],
  ['yes, and the heart has four chambers', null],
  ['it is what it is', null],
  ['hmm, wait', null],
  ['Moment mal', null],
  ...['👍', '👍🏽 yes', '✅', 'got it', 'Got it!', 'yes, got it', 'that’s it', 'That was it.', 'thats what I meant'].map(
    (words) => [words, true] as const,
  ),
  ...[
    'what I said',
    'spot on',
    'j',
    'genau das meinte ich',
    'ja, das meinte ich',
    'so ist es',
    'Das hatte ich auch',
  ].map((words) => [words, true] as const),
  ...[
    'その通り',
    'そう',
    '正解です',
    'そうですね',
    '合ってます',
    'точно',
    'да, именно',
    'perfecto',
    'eso es',
    'Parfait !',
    'klopt',
    '对',
  ].map((words) => [words, true] as const),
  ...['👎', '❌', 'I had it wrong', 'close but no cigar', 'knapp daneben', 'nicht wirklich', 'leider daneben'].map(
    (words) => [words, false] as const,
  ),
  ...[
    '違う',
    'ちょっと違う',
    '違います',
    '不正解',
    'не совсем',
    'неправильно',
    'no lo tenía',
    'pas du tout',
    'niet echt',
    '不对',
  ].map((words) => [words, false] as const),
  ['got it?', null],
  ['I got it from Hippocrates', undefined],
  ['👍 or not', null],
  ['why?', null],
  ['Paracelsus', null],
  ['skip', undefined],
  ['a hint please', null],
  ['show me', null],
  ['zeig mir die Antwort', null],
  ['the cat sat on the mat', undefined],
] as const)('“%s” says %s to a card', (words, isRecalled) => {
  expect(saidToCard(words, ROWS)?.isRecalled).toBe(isRecalled);
});

test.each([
  ['Il ghiaccio si scioglie a 0 gradi.', 'Il ghiaccio si scioglie a 10 gradi.', 'Il ghiaccio si scioglie a 0 gradi.'],
  ['si scioglie a 0 gradi', '10 gradi', 'Il ghiaccio si scioglie a 0 gradi.'],
  [String.raw`$\frac{n(n-1)}{2}$`, 'n(n-1)/2', String.raw`$\frac{n(n+1)}{2}$`],
  ['$a_n = 2n$', '$a_n = n/2$', '$a_n = 2n$'],
  ['Parallel lines never meet.', 'Parallel lines meet.', 'Parallel lines never meet.'],
  ['Nicht die Todesstrafe ist erlaubt', 'Die Todesstrafe ist erlaubt.', 'Die Todesstrafe ist abgeschafft.'],
  ['No se expande', 'Se expande', 'El agua no se expande.'],
  ['Right angles measure 90 degrees.', '80 degrees', 'Right angles measure 90 degrees.'],
])('“%s” beside «%s» repeats the point, and is neither yes nor no', (words, quote, text) => {
  expect(saidToCard(words, [{ text, quote }])).toMatchObject({ isRecalled: null });
});

test.each([
  ['no', 'no, Ankara', 'Istanbul is', true],
  ['No, Ankara', 'no, Ankara', 'Istanbul is', true],
  ['yes', 'no, Ankara', 'no', false],
  ['yes', 'no, Ankara', 'Yes.', true],
  ['yes', 'Yes', 'No.', true],
  ['yes', 'It is Ankara', 'yes', false],
])('“%s” beside “%s”, after «%s», can repeat the answer: %s', (...row) => {
  const [content, text, quote, isRepeated] = row;
  expect(repeatsAnswer(content, { text, quote })).toBe(isRepeated);
});

test.each([
  ['both', { isRecalled: true, isAll: true }],
  ['sí, todas', { isRecalled: true, isAll: true }],
  ['las dos', { isRecalled: true, isAll: true }],
  ['les deux', { isRecalled: true, isAll: true }],
  ['ja, beides', { isRecalled: true, isAll: true }],
  ['yes, all of them', { isRecalled: true, isAll: true }],
  ['not all', { isRecalled: null }],
  ['the first one', { isRecalled: null }],
  ['yes to the first, no to the second', { isRecalled: null }],
  ['yes, Galileo', { isRecalled: null }],
])('“%s” says %j to a card of two points', (words, said) => {
  expect(saidToCard(words, [...ROWS, { text: 'Galileo saw moons.', quote: 'galileo moons' }])).toMatchObject(said);
});

test('filler, and a “yes” with more than the card has, leave a card open; a message near another point shows that point', async () => {
  const { say, recall, cards, live, idOf } = await open();
  await say(`maybe ${AWAKE}`);
  for (const words of ['hmm, wait', 'yes, but tea has it', 'Adenosine?', 'the cat sleeps on the sofa']) {
    await say(words);
    expect(cards()).toMatchObject([{ isOpen: true, rows: [{ decision: null }] }]);
    expect(lastWords(live.state.messages)).toMatch(words.startsWith('hmm') ? /Decide on the point above/u : WAITS);
  }
  await say(`It may be that maybe ${HALF}`);
  expect(cards()).toMatchObject([{ isOpen: false }, { isOpen: true, rows: [{ pointId: idOf(HALF) }] }]);
  await say('exactly');
  expect(recall().recalledIds).toEqual([idOf(HALF)]);
});

test.each([
  ['yes, and maybe', 'recalled'],
  ['Exactly. The other thing: maybe', 'recalled'],
  ['ja und maybe', 'recalled'],
  ['no. Then maybe', 'missed'],
])('“%s …” answers the card, and the rest is read as a message', async (words, decision) => {
  const { say, cards, idOf } = await open();
  await say(`maybe ${AWAKE}`);
  await say(`${words} ${HALF}`);
  expect(cards()).toMatchObject([
    { isOpen: false, rows: [{ pointId: idOf(AWAKE), decision }] },
    { isOpen: true, rows: [{ pointId: idOf(HALF), decision: null }] },
  ]);
});

test.each(['hint', 'tell', 'A hint, please!', 'show me', 'Zeig mir die Antwort'])(
  'help at an open card (%s) leaves it open, and names the keys',
  async (help) => {
    const { say, execute, cards, live, answer, recall } = await open();
    await say('no idea');
    await say(`maybe ${AWAKE}`);
    for (let time = 0; time < 2; time += 1) {
      if (/^[ht]\w+$/u.test(help)) await execute({ type: 'request_help', kind: help });
      else await say(help);
      expect(cards()).toMatchObject([{ isOpen: true, rows: [{ decision: null }] }]);
      expect(lastWords(live.state.messages)).toMatch(WAITS);
      expect(lastWords(live.state.messages).startsWith('The card shows')).toBe(time === 0);
    }
    await answer({ [AWAKE]: true });
    expect(recall().recalledIds).toHaveLength(1);
  },
);

test.each([
  ['the first one', [0]],
  ['1 2', []],
  ['1, 2, 1', [0, 2]],
  ['1 1 1', [0, 1, 2]],
  ['1 3', [0, 2]],
  ['1 and 3', [0, 2]],
  ['the last', [2]],
  ['der zweite', [1]],
  ['la primera y la segunda', [0, 1]],
  ['the second one?', []],
  ['the fourth one', []],
  ['not the first', []],
])('on a card of several rows, “%s” names rows', async (words, places) => {
  const points = [AWAKE, 'Withdrawal gives headaches for some days.', 'Tea holds theanine beside caffeine.'];
  const { say, cards, recall } = await open(WITHOUT_MODEL, points);
  await say(points.map((text) => `maybe ${text}`).join(' '));
  expect(cards()[0]?.rows).toHaveLength(3);
  const rows = cards()[0]?.rows.map(({ pointId }) => pointId) ?? [];
  await say(words);
  expect(recall().recalledIds.toSorted()).toEqual(places.map((at) => rows[at] ?? '').toSorted());
});

test('keys typed in a row decide the rows in order, including open rows beside a ticked one', async () => {
  const { say, recall } = await open();
  await say(`${BLOCKS} maybe ${AWAKE} maybe ${HALF}`);
  const keyed =
    recall()
      .cards[0]?.rows.slice(1)
      .map(({ pointId }) => pointId) ?? [];
  await say('2 1');
  const decisions = recall().cards[0]?.rows.map(({ decision }) => decision);
  expect(decisions).toEqual(['recalled', 'missed', 'recalled']);
  expect(recall().recalledIds).toContain(keyed[1]);
  expect(recall().recalledIds).not.toContain(keyed[0]);
});

test.each([
  ['help', 'Hilfe'],
  ['hint', 'Tipp'],
  ['skip', 'auslassen'],
  ['no', 'nein'],
])('“%s” as the right answer is only an answer', async (text, asked) => {
  const { say, recall, live } = await open(WITHOUT_MODEL, [
    { text, question: asked },
    { text: 'tree', question: 'Baum' },
    { text: 'mouse', question: 'Maus' },
  ]);
  await say(text);
  expect(recall().recalledIds).toHaveLength(1);
  expect(lastWords(live.state.messages)).toBe('Baum');
  expect(question(recall())).toMatchObject({ probe: { rung: 'open' } });
});

test('a point typed word for word does not decide the card of another point', async () => {
  const points = ['No, not really any', 'Almost none', 'Nope'];
  const { say, recall, idOf } = await open(WITHOUT_MODEL, points);
  await say('maybe No, not really an');
  for (const words of ['nope', 'Almost none']) {
    await say(words);
    const rows = recall().cards.flatMap((card) => card.rows);
    expect(rows.find(({ pointId }) => pointId === idOf('No, not really any'))?.decision).toBe(null);
  }
});

test('a ticked row changed to “Not quite” is not asked for again, is no recall when copied, and the review shows it', async () => {
  const { say, answer, recall, execute, routes, person, session, idOf, reviews } = await open();
  await say(`${BLOCKS} maybe ${AWAKE}`);
  await answer({ [BLOCKS]: false, [AWAKE]: true });
  expect(question(recall())?.probe?.pointId).toBe(idOf(HALF));
  await say(BLOCKS);
  expect(recall().cards).toHaveLength(1);
  await say('skip');
  await execute({ type: 'end_session' });
  expect(await reviews()).toEqual([
    [BLOCKS, 'unaided', 0],
    [AWAKE, 'unaided', 3],
  ]);
  const { points } = await reviewOf(routes, person, session);
  expect(points.find(({ pointId }) => pointId === idOf(BLOCKS))).toMatchObject({ how: 'exposed', text: BLOCKS });
});

test('a point that was recalled or shown before gets a special line, and offers of help alternate', async () => {
  const { say, answer, live } = await open();
  await say(`maybe ${AWAKE} maybe ${BLOCKS}`);
  await answer({ [AWAKE]: true, [BLOCKS]: false });
  for (const words of [AWAKE, BLOCKS]) {
    await say(words);
    expect(lastWords(live.state.messages)).toMatch(/^That point had its turn already\./u);
  }
  const lines: string[] = [];
  for (const words of ['hm', 'no idea at all about the cat on the sofa', 'I don’t know']) {
    await say(words);
    lines.push(lastWords(live.state.messages));
  }
  expect(lines.map((line) => line.includes('Hint gives you a cue'))).toEqual([true, false, true]);
});

test('thanks at an open card get a reply, and it stays open', async () => {
  const { say, cards, live } = await open();
  await say(`maybe ${AWAKE}`);
  await say('thank you!');
  expect(lastWords(live.state.messages)).toMatch(/^You are welcome\. Decide on the point above/u);
  expect(cards()).toMatchObject([{ isOpen: true }]);
});

test('a “yes” that can mean several points, or the answer itself, leaves their card open', async () => {
  const { say, recall, live } = await open();
  await say(`maybe ${AWAKE} maybe ${HALF}`);
  for (const words of ['yes', 'nein']) {
    await say(words);
    expect(recall().cards).toMatchObject([{ isOpen: true, rows: [{ decision: null }, { decision: null }] }]);
    expect(lastWords(live.state.messages)).toMatch(words === 'yes' ? /Decide on the points above/u : WAITS);
  }
  const pluto = await open(undefined, [{ text: 'No, it is a dwarf planet.', question: 'Is Pluto a planet?' }]);
  for (const words of ['nope', 'no']) await pluto.say(words);
  expect(pluto.cards()).toMatchObject([{ isOpen: true, rows: [{ quote: 'nope', decision: null }] }]);
  await pluto.say('exactly');
  expect(pluto.cards()).toMatchObject([{ isOpen: false, rows: [{ decision: 'recalled' }] }]);
});

test('“yes” at a card is no answer to the yes-or-no question before it', async () => {
  const points = [
    { text: 'Yes.', question: 'Did Amundsen beat Scott?' },
    { text: 'Voltaire wrote Candide.', question: 'Who wrote Candide?' },
  ];
  for (const words of ['yes', 'no']) {
    const { say, recall, cards } = await open(undefined, points);
    await say('no idea');
    expect(question(recall())?.probe?.pointId).toBe(recall().pointIds[0]);
    await say('maybe Voltaire wrote Candide');
    await say(words);
    expect(cards().flatMap(({ rows }) => rows.map(({ text }) => text))).toEqual(['Voltaire wrote Candide.']);
    expect(recall().recalledIds).toHaveLength(words === 'yes' ? 1 : 0);
  }
});

test('a short answer to one question does not show the answer of another', async () => {
  const points = [
    { text: 'Eight bits.', question: 'How long is a byte?' },
    { text: 'Eight.', question: 'How many planets are there?' },
  ];
  const { say, cards } = await open(undefined, points);
  await say('8 bytes');
  expect(cards().flatMap(({ rows }) => rows.map(({ text }) => text))).not.toContain('Eight.');
});

test('another message closes the card, whose rows can still be answered', async () => {
  const { say, answer, recall, cards, reviews, idOf, live } = await open();
  await say(`maybe ${AWAKE}`);
  await say(HALF);
  expect(cards()[0]).toMatchObject({ isOpen: false, rows: [{ decision: null }] });
  const { length } = live.state.messages;
  expect(await answer({ [AWAKE]: true }, cards()[0]?.cardId)).toMatchObject({ type: 'accepted' });
  expect(recall().recalledIds).toEqual([idOf(HALF), idOf(AWAKE)]);
  expect(await reviews()).toContainEqual([AWAKE, 'unaided', 3]);
  expect(live.state.messages).toHaveLength(length);
  expect(await answer({ [AWAKE]: false }, cards()[0]?.cardId)).toMatchObject({ type: 'error', reason: 'no-card' });
});

test('answer_self_check answers the row with its point', async () => {
  const { say, execute, recall, idOf } = await open();
  expect(await execute({ type: 'answer_self_check', pointId: idOf(AWAKE), isRecalled: true })).toMatchObject({
    type: 'error',
    reason: 'no-card',
  });
  await say(`maybe ${AWAKE}`);
  await execute({ type: 'answer_self_check', pointId: idOf(AWAKE), isRecalled: true, grade: 'easy' });
  expect(recall().recalledIds).toEqual([idOf(AWAKE)]);
});

test('seven points that a message came near appear on two cards, of six and of one', async () => {
  const points = Array.from({ length: 7 }, (_, index) => `Fact ${'abcdefg'[index]} holds.`);
  for (const isSaid of [false, true]) {
    const { say, cards, execute } = await open(WITHOUT_MODEL, points);
    await say(points.map((text) => `maybe ${text}`).join(' '));
    expect(cards().map(({ rows }) => rows.length)).toEqual([6]);
    await say('wait a second');
    if (isSaid) await say('all of them');
    else await execute({ type: 'answer_card', cardId: cards()[0]?.cardId, answers: [] });
    expect(cards().map(({ rows, isOpen }) => [rows.length, isOpen])).toEqual([
      [6, false],
      [1, true],
    ]);
  }
});

test('near points beyond the card are not lost when the person continues, and count as unaided', async () => {
  const points = Array.from({ length: 8 }, (_, index) => `Fact ${'abcdefgh'[index]} holds.`);
  const [seventh = '', eighth = ''] = points.slice(6);
  const texts = (card: { rows: { text: string }[] } | undefined) => card?.rows.map(({ text }) => text);
  const all = points.slice(0, 7).map((text) => `maybe ${text}`);
  for (const words of ['Let me put it another way', `The last one first. ${eighth}`]) {
    const { say, cards } = await open(WITHOUT_MODEL, points);
    await say(all.join(' '));
    await say(words);
    expect(cards().at(-1)).toMatchObject({ isOpen: true, rows: [{ text: seventh, quote: all[6]?.slice(0, -1) }] });
  }
  const near = await open(WITHOUT_MODEL, points);
  await near.say(all.join(' '));
  await near.say(`Also maybe ${eighth}`);
  expect(texts(near.cards().at(-1))).toEqual([eighth]);
  await near.answer({ [eighth]: true });
  expect(texts(near.cards().at(-1))).toEqual([seventh]);
  await near.answer({ [seventh]: true });
  expect(await near.reviews()).toEqual([
    [eighth, 'unaided', 3],
    [seventh, 'unaided', 3],
  ]);

  const shown = await open(WITHOUT_MODEL, points);
  await shown.say(all.join(' '));
  await shown.say('skip');
  await shown.execute({ type: 'request_help', kind: 'tell' });
  expect(shown.cards().at(-1)).toMatchObject({ rows: [{ text: seventh, quote: all[6]?.slice(0, -1) }] });
  expect(shown.cards().at(-1)?.rows[0]).not.toHaveProperty('counts');
});

test('a near-miss is not a hint: the complete answer after it is unaided', async () => {
  const points = Array.from({ length: 7 }, (_, index) => `Fact ${'abcdefg'[index]} holds.`);
  const { say, reviews, cards } = await open(WITHOUT_MODEL, points);
  await say(points.map((text) => `maybe ${text}`).join(' '));
  await say('skip');
  await say(points[6] ?? '');
  expect(cards().filter(({ isOpen }) => isOpen)).toEqual([]);
  expect(await reviews()).toEqual([[points[6], 'unaided', 3]]);
});

test('the last point credited on a card completes the set', async () => {
  const { say, answer, recall } = await open();
  await say(`${BLOCKS} ${HALF} maybe ${AWAKE}`);
  await answer({ [AWAKE]: true });
  expect(recall().overlay).toBe(true);
});

test('undo reverts the answer to one row, which can then be answered again', async () => {
  for (const isRecalled of [true, false]) {
    const { say, answer, recall, undo, person, settled, reviews, cards } = await open();
    await say('no idea');
    await say(`maybe ${AWAKE}`);
    await answer({ [AWAKE]: isRecalled });
    expect(await undo(person)).toMatchObject({ kind: 'card-answered' });
    await settled();
    expect(recall().recalledIds).toEqual([]);
    expect(cards()[0]?.rows).toMatchObject([{ decision: null }]);
    const { read } = tablesOf<RecallTables>(world.database);
    const card = await read.selectFrom('point_cards').selectAll().where('person_id', '=', person).executeTakeFirst();
    expect(card).toBeUndefined();
    await answer({ [AWAKE]: true });
    expect(await reviews()).toMatchObject([[AWAKE, expect.anything(), 3]]);
    const left = await tablesOf<UndoTables>(world.database)
      .read.selectFrom('undoable_actions')
      .selectAll()
      .where('person_id', '=', person)
      .where('undone_at', 'is', null)
      .execute();
    expect(left).toHaveLength(1);
  }
});

test('undo after the session disputes the review', async () => {
  const { say, answer, execute, undo, person, reviews } = await open();
  await say(`maybe ${AWAKE}`);
  await answer({ [AWAKE]: true });
  await execute({ type: 'end_session' });
  await undo(person);
  expect(await reviews()).toEqual([[AWAKE, 'unaided', 0]]);
});

test('in a rabbit hole nothing is shown, and the card waits on the trunk', async () => {
  const { say, answer, execute, live, recall, cards, idOf } = await open();
  await say(`maybe ${AWAKE}`);
  const messageId = live.state.messages[0]?.id ?? '';
  expect(await execute({ type: 'open_rabbithole', topic: 'coffee', messageId })).toMatchObject({ type: 'accepted' });
  expect(await answer({ [AWAKE]: true })).toMatchObject({ type: 'error', reason: 'not-here' });
  await say(`maybe ${BLOCKS} ${HALF}`);
  await execute({ type: 'exit_rabbithole' });
  expect(recall().recalledIds).toEqual([idOf(HALF)]);
  expect(cards()).toMatchObject([{ isOpen: true }]);
  await answer({ [AWAKE]: true });
  expect(recall().recalledIds).toEqual([idOf(HALF), idOf(AWAKE)]);
});

test('with a model as tutor a card opens only if the evaluator was undecided, and the model continues after it', async () => {
  const tutor: Tutor = {
    name: 'A model',
    isEmbedded: false,
    async *reply(request) {
      await Promise.resolve();
      yield `Recalled ${request.recalledNow.length}. What is next?`;
    },
  };
  const { say, answer, cards, live } = await open({ evaluator: unsure, tutor });
  await say(AWAKE);
  expect(cards()).toEqual([]);
  await say(`maybe ${BLOCKS}`);
  expect(cards()).toMatchObject([{ isOpen: true }]);
  await answer({ [BLOCKS]: true });
  expect(lastWords(live.state.messages)).toBe('Recalled 1. What is next?');
});

test('an evaluator’s model decides alone, beside a model as tutor', async () => {
  const sure: Evaluator = {
    ...unsure,
    isEmbedded: false,
    async evaluateBatch(...given) {
      const evaluation = await unsure.evaluateBatch(...given);
      return { ...evaluation, verdicts: evaluation.verdicts.filter(({ verdict }) => verdict !== 'partial') };
    },
  };
  const tutor: Tutor = {
    name: 'A model',
    isEmbedded: false,
    async *reply() {
      await Promise.resolve();
      yield 'What is next?';
    },
  };
  const { say, cards } = await open({ evaluator: sure, tutor });
  await say(`maybe ${AWAKE}`);
  expect(cards()).toEqual([]);
});

test('an open row can be graded in the review, once, and undo reverts the grade', async () => {
  const { say, answer, execute, reviews, routes, person, session, idOf, undo } = await open();
  await say(`maybe ${AWAKE.slice(0, -1)} ${BLOCKS}`);
  await answer({});
  await execute({ type: 'end_session' });
  const review = async () =>
    (await reviewOf(routes, person, session)).points.find(({ pointId }) => pointId === idOf(AWAKE));
  expect(await review()).toMatchObject({ isUndecided: true, how: 'exposed', reviewId: null, text: AWAKE });
  const path = '/api/recall/sessions/:session/points/:pointId/dispute';
  const params = { session, pointId: idOf(AWAKE) };
  await call(routes, { person, method: 'POST', path, params, body: { rating: 'good' } });
  expect(await reviews()).toContainEqual([AWAKE, 'unaided', 3]);
  expect(await review()).toMatchObject({ isUndecided: false, rating: 'good' });
  expect(await undo(person)).toMatchObject({ kind: 'card-answered' });
  expect(await reviews()).toContainEqual([AWAKE, 'unaided', 0]);
});

test('an open row that was graded as missed in the review is decided', async () => {
  const { say, answer, execute, routes, person, session, idOf } = await open();
  await say(`maybe ${AWAKE.slice(0, -1)} ${BLOCKS}`);
  await answer({});
  await execute({ type: 'end_session' });
  const path = '/api/recall/sessions/:session/points/:pointId/dispute';
  const params = { session, pointId: idOf(AWAKE) };
  await call(routes, { person, method: 'POST', path, params, body: { rating: 'again' } });
  const { points } = await reviewOf(routes, person, session);
  expect(points.find(({ pointId }) => pointId === idOf(AWAKE))).toMatchObject({
    isUndecided: false,
    how: 'missed',
    rating: 'again',
  });
});
