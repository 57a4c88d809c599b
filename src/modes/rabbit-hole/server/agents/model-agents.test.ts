import { expect, test } from 'vitest';

import { withPositions } from '#language-model/domain/citation-positions.ts';
import type { TutorRequest } from '#modes/recall/tutor/domain/tutor-request.ts';
import { createModelTutor } from '#modes/recall/tutor/server/tutor.ts';

import { answerByRole, roleOf } from '../../../../../fixtures/provider/by-role.ts';
import { holeAgentsOfFile } from '../../../../../fixtures/provider/hole-agents.ts';
import { collect } from '../../../../../fixtures/provider/model-world.ts';
import type { ProviderRequest } from '../../../../../fixtures/provider/provider-double.ts';
import type { DetectorMessage, DetectorPoint } from '../../domain/detection.ts';
import { curiousTurn } from '../../domain/rabbithole-mode.ts';
import { createEmbeddedExplorer } from './agents.ts';

const world = holeAgentsOfFile();
const { agents, choose } = world;

const surroundings = { topic: 'Coffee houses', setName: 'Caffeine and sleep', setDescription: '' };
const points: readonly DetectorPoint[] = [
  { id: 'one', text: 'Adenosine builds up.', isCurrent: true },
  { id: 'two', text: 'Caffeine blocks receptors.', isCurrent: false },
];
const asked: readonly DetectorMessage[] = [
  { author: 'assistant', content: 'What builds up?' },
  { author: 'person', content: 'Who opened the first coffee house?' },
];
const opening: readonly DetectorMessage[] = [{ author: 'person', content: curiousTurn('Coffee houses') }];
const never = new AbortController().signal;
const call = { session: 'a-session', signal: never };

const noPassages = async () => [];
const explorer = async () => (await agents()).createAgent(surroundings, noPassages);
const said = async (stream: AsyncIterable<unknown>) =>
  (await collect(stream)).filter((piece) => typeof piece === 'string').join('');

interface Body {
  system: { text: string; cache_control?: object }[];
  messages: { role: string; content: { text: string; cache_control?: object }[] }[];
}
const bodyOf = (request: ProviderRequest | undefined) => request?.body as unknown as Body;

test('the explorer streams from the large model', async () => {
  world.double.answer(answerByRole({ explorer: ' \nMerchants met there. What draws you?' }));
  const agent = await explorer();
  expect(agent).toMatchObject({ name: 'Claude Opus 5.5', isEmbedded: false });
  const pieces = await collect(agent.reply(opening, call));
  expect(pieces.length).toBeGreaterThan(3);
  expect(pieces.filter((piece) => typeof piece === 'string').join('')).toBe('Merchants met there. What draws you?');
  const [request] = world.double.requests;
  expect(request).toMatchObject({ isStreamed: true, body: { model: 'claude-opus-5-5', max_tokens: 4_096 } });
  const { messages } = bodyOf(request);
  expect(messages.at(-1)?.content.at(-1)?.text).toContain('I’m curious about “Coffee houses”.');
});

const sourceOf = (messages: readonly DetectorMessage[]) => ({
  form: 'conversation' as const,
  messages,
  ...surroundings,
});

test('the point writer requests one answer from the large model, and uses only what the agent said', async () => {
  const conversation: readonly DetectorMessage[] = [
    ...opening,
    { author: 'assistant', content: 'The first opened in 1652. Lloyd’s began in another.' },
  ];
  const point = { text: 'London’s first coffee house opened in 1652.', sentence: 'The first opened in 1652.' };
  const answer = JSON.stringify({ points: [point, { text: 'It closed.', sentence: 'It closed in 1700.' }] });
  world.double.answer(answerByRole({ 'point-writer': answer }));
  const { pointWriter } = await agents();
  expect(await pointWriter.propose(sourceOf(conversation), call)).toEqual([point]);
  expect(world.double.requests[0]).toMatchObject({
    isStreamed: false,
    body: { model: 'claude-opus-5-5', max_tokens: 4_096 },
  });
  world.double.answer(answerByRole({ 'point-writer': { pieces: [answer.slice(0, 130)], stop: 'limit' } }));
  expect(await pointWriter.propose(sourceOf(conversation), call)).toEqual([point]);
  world.double.answer(answerByRole({ 'point-writer': { pieces: ['{"poi'], stop: 'limit' } }));
  await expect(pointWriter.propose(sourceOf(conversation), call)).rejects.toMatchObject({
    failure: 'malformed',
    message: 'The point writer’s answer was cut at its limit of 4,096 tokens, before its first point.',
  });
});

test('an invalid answer is a failure that names the role and the model', async () => {
  world.double.answer(answerByRole({ detector: 'No tangent here.', 'point-writer': 'None.', explorer: ' \n ' }));
  const { detector, pointWriter } = await agents();
  await expect(detector.detect(asked, points, call)).rejects.toMatchObject({
    failure: 'malformed',
    message: 'The detector’s model `claude-haiku-4-5-20251001` did not answer with a judgement.',
  });
  await expect(pointWriter.propose(sourceOf(opening), call)).rejects.toThrow(/^The point writer’s model .* points\.$/);
  await expect(said((await explorer()).reply(opening, call))).rejects.toThrow(
    /^The explorer’s model .* gave an empty answer/,
  );
});

test('a reply cut at its limit is marked and can be continued', async () => {
  world.double.answer(answerByRole({ explorer: { pieces: ['Merchants met '], stop: 'limit' } }));
  const agent = await explorer();
  await expect(said(agent.reply(opening, call))).rejects.toMatchObject({
    kind: 'reply-cut',
    message: 'This reply was cut at its limit of 4,096 tokens.',
  });
  world.double.answer(answerByRole({ explorer: { pieces: [' in ', 'them.'] } }));
  const begun = [...opening, { author: 'assistant' as const, content: 'Merchants met' }];
  expect(await said(agent.reply(begun, call))).toBe(' in them.');
  expect(bodyOf(world.double.requests.at(-1)).messages.at(-1)?.content[0]?.text).toBe('<go-on/>');
});

test('each role is assigned separately: a model if there is one, else the embedded agent', async () => {
  await choose('explorer', { provider: null, model: '', maxTokens: 100 });
  const mixed = await agents();
  expect(mixed.detector.isEmbedded).toBe(false);
  expect(mixed.createAgent(surroundings, noPassages)).toMatchObject({ name: 'Built in', isEmbedded: true });
  const offline = await agents(world.served({ isOffline: true }));
  expect(
    [offline.detector, offline.pointWriter, offline.createAgent(surroundings, noPassages)].map(({ name }) => name),
  ).toEqual(['Built in', 'Built in', 'Built in']);
});

test('a reply without enough room in the model’s context is cut there and marked', async () => {
  await world.changeProvider('openai', { baseUrl: `${world.double.url}/v1` });
  for (const role of ['explorer', 'point-writer'])
    await choose(role, { provider: 'openai', model: 'llama3.3', maxTokens: 4_096 });
  world.double.answer(({ body }) => {
    const asked = Number(body['max_tokens']);
    const message = `This model's maximum context length is 4096 tokens. However, you requested ${asked + 404} tokens (404 in the messages, ${asked} in the completion). Please reduce the length of the messages or completion.`;
    return asked > 3_692 ? { status: 400, message } : { pieces: ['{"Merchants met '], stop: 'limit' };
  });
  await expect(said((await explorer()).reply(opening, call))).rejects.toMatchObject({
    kind: 'reply-cut',
    message: 'This reply was cut after 3,692 tokens: the model had no room for more.',
    detail: { remedy: 'Continue, or choose a model with a larger context in Settings, under Models.' },
  });
  await expect((await agents()).pointWriter.propose(sourceOf(opening), call)).rejects.toThrow(
    'cut at its limit of 3,692 tokens',
  );
});

test('the embedded explorer streams word by word and stops on request', async () => {
  const passages = [{ id: 'a', text: 'Coffee houses sold news.', source: 'Caffeine and sleep', isOpen: false }];
  const agent = createEmbeddedExplorer(surroundings, async () => passages, { paceMs: 60_000 });
  const stop = new AbortController();
  const words: unknown[] = [];
  for await (const word of agent.reply(opening, { session: null, signal: stop.signal })) {
    words.push(word);
    stop.abort();
  }
  expect(words).toEqual(['Coffee ']);
  const whole = createEmbeddedExplorer(surroundings, async () => passages, { paceMs: 0 });
  expect(await said(whole.reply(opening, call))).toMatch(/^Coffee houses sold news \(“Caffeine and sleep”\)\.\n\n/);
});

test('citations of the model reach the mode as parts, with their position in the text', async () => {
  const citation = { documentIndex: 1, citedText: 'merchants met' };
  world.double.answer(
    answerByRole({ explorer: { pieces: ['Merchants met.', { citation }, ' Did they?', { citation }] } }),
  );
  const pieces = await collect(withPositions((await explorer()).reply(opening, call)));
  expect(pieces.filter((piece) => typeof piece === 'string').join('')).toBe('Merchants met. Did they?');
  expect(pieces.filter((piece) => typeof piece !== 'string')).toEqual([
    { type: 'citation', id: 'citation-1', at: 24, ...citation },
    { type: 'citation', id: 'citation-2', at: 24, ...citation },
  ]);
});

test('neither the rules, the history nor the points of the tutor or of another hole are in a request', async () => {
  world.double.answer(() => ({ pieces: ['Well, there.'] }));
  const tutor = createModelTutor((await world.modelOf('tutor'))!);
  const request: TutorRequest = {
    title: 'Caffeine and sleep',
    instructions: '',
    history: [
      { author: 'assistant', content: 'Which receptors are blocked?' },
      { author: 'person', content: 'Adenosine, I would say.' },
    ],
    intent: 'answers',
    recalledBefore: [],
    recalledNow: [],
    tell: null,
    probe: { point: { id: 'p', text: 'Caffeine blocks the receptors', context: '' }, rung: 'open', asked: 0 },
    isNewPoint: false,
    verdictOnLast: null,
    feedback: 'Nothing of the open points was said.',
    missing: '',
    remaining: 2,
    begun: null,
  };
  const { createAgent } = await agents();
  const holes = [surroundings, { ...surroundings, topic: 'Goats of Ethiopia' }].map((around) => ({
    agent: createAgent(around, noPassages),
    opening: [{ author: 'person' as const, content: curiousTurn(around.topic) }],
  }));
  await Promise.all([
    said(tutor.reply(request, call)),
    ...holes.map((hole) => said(hole.agent.reply(hole.opening, call))),
  ]);
  const sent = (role: string, topic = '') =>
    world.double.requests.filter((each) => roleOf(each) === role && each.text.includes(topic)).map(({ text }) => text);
  expect([sent('tutor'), sent('explorer', 'Goats'), sent('explorer', 'Coffee')].map(({ length }) => length)).toEqual([
    1, 1, 1,
  ]);
  expect(sent('tutor')[0]).not.toMatch(/Coffee houses|Goats|curious|conversation partner/);
  for (const text of sent('explorer')) expect(text).not.toMatch(/tutor|receptors|I would say|<turn>/i);
});
