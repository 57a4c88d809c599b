import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { createOpenaiCompatible } from '#platform/language-model/openai-compatible/openai-compatible.ts';

import { answerByRole } from '../../../../../fixtures/provider/by-role.ts';
import { createModelWorld, type ModelWorld } from '../../../../../fixtures/provider/model-world.ts';
import { newId, openWorld, POINTS, until, type World } from '../../../../../fixtures/spine/world.ts';
import { embeddedEvaluator } from '../../evaluator/server/embedded-evaluator.ts';
import { createEmbeddedTutor } from '../../tutor/server/embedded-tutor.ts';
import { chooseRecallAgents } from '../recall-contribution.ts';

/** Tutor and evaluator on a server with the chat completions API, such as Ollama: no key, no default model. */
let world: World;
let models: ModelWorld;
const running: { sessions: { close(): Promise<void> } }[] = [];
beforeAll(async () => {
  world = await openWorld();
  models = await createModelWorld(world.database);
});
afterEach(async () => {
  for (const one of running.splice(0)) await one.sessions.close();
});
afterAll(async () => {
  await models.close();
  await world.close();
});

interface Body {
  model: string;
  messages: { role: string; content: string }[];
  temperature?: number;
  max_tokens: number;
  stream: boolean;
}

async function open(roles: Parameters<typeof answerByRole>[0]) {
  models.double.answer(answerByRole(roles));
  const from = models.double.requests.length;
  const person = await world.addPerson();
  await models.call('PUT /api/models/providers/:provider', person, {
    params: { provider: 'openai' },
    body: { baseUrl: `${models.double.url}/v1` },
  });
  for (const [role, model, maxTokens] of [
    ['tutor', 'llama3.3', 4_096],
    ['evaluator', 'qwen3', 1_024],
  ] as const)
    await models.call('PUT /api/models/roles/:role', person, {
      params: { role },
      body: { provider: 'openai', model, maxTokens },
    });
  // The state after a start: nothing is known about either model.
  const providers = { ...models.deps.providers, openai: createOpenaiCompatible() };
  const embedded = { evaluator: embeddedEvaluator, tutor: createEmbeddedTutor({ paceMs: 0 }) };
  const started = world.start({ agentsOf: chooseRecallAgents(models.served({ providers }), embedded) });
  running.push(started);
  const session = await world.begin(started, person);
  const live = await started.sessions.get({ person, session });
  const frames: { type: string; text?: string }[] = [];
  const take = (frame: string) => void frames.push(JSON.parse(frame) as { type: string });
  await live.subscribe({ event: take, chunk: take }, 0);
  const send = (content: string) => live.execute({ type: 'user_message', id: newId(), session, content });
  return {
    live,
    frames,
    send,
    answered: () => until(() => live.state.turn === null, 'it is answered'),
    chunks: () => frames.filter(({ type }) => type === 'assistant_chunk'),
    recalled: () => (live.state.modes['recall'] as { recalledIds: string[] }).recalledIds.length,
    requests: () => models.double.requests.slice(from),
    bodies: () => models.double.requests.slice(from).map(({ body }) => body as unknown as Body),
  };
}

const READING = JSON.stringify({
  points: [{ id: 'p2', verdict: 'expressed', confidence: 0.9, quote: 'caffeine blocks the receptors of adenosine' }],
  feedback: 'FEEDBACK-SECRET they have the receptors.',
});

test('over chat completions, a message is evaluated once, credited, and answered in chunks from the first reply on', async () => {
  const gate = Promise.withResolvers<void>();
  const { live, frames, send, answered, chunks, recalled, requests, bodies } = await open({
    evaluator: (request) => (request.text.includes('I know: caffeine') ? READING : '{"points":[]}'),
    tutor: (request) =>
      request.text.includes('and then')
        ? 'What comes before it?'
        : { pieces: ['Think of the night. ', gate.promise, 'What ', 'builds ', 'up?'] },
  });
  await send('I know: caffeine blocks the receptors of adenosine');
  // The page shows the first sentence while the provider holds back the second one.
  await until(() => chunks().length > 0, 'the reply has begun to show');
  expect(live.state.turn).not.toBeNull();
  gate.resolve();
  await answered();
  expect(chunks().length).toBeGreaterThan(1);
  expect(
    chunks()
      .map(({ text }) => text)
      .join(''),
  ).toBe('Think of the night. What builds up?');
  expect(recalled()).toBe(1);
  expect(live.state.messages.at(-1)).toMatchObject({
    content: 'Think of the night. What builds up?',
    status: 'complete',
    agent: 'llama3.3',
  });
  await send('and then');
  await answered();

  expect(requests().map(({ path }) => path)).toEqual(Array.from({ length: 4 }, () => '/v1/chat/completions'));
  expect(bodies().map(({ model, stream }) => [model, stream])).toEqual([
    ['qwen3', false],
    ['llama3.3', true],
    ['qwen3', false],
    ['llama3.3', true],
  ]);
  const [evaluator, tutor, again] = bodies();
  expect(evaluator).toMatchObject({ temperature: 0.3, max_tokens: 1_024 });
  expect(requests().map(({ headers }) => headers['authorization'])).toEqual(Array.from({ length: 4 }));
  for (const point of POINTS) expect(evaluator?.messages.at(-1)?.content).toContain(point);
  expect(tutor?.messages.at(-1)?.content).toContain(`<recalled now="yes">${POINTS[1]}</recalled>`);
  // Credited points are not asked about again.
  expect(again?.messages.at(-1)?.content).not.toContain(POINTS[1]);
  expect(JSON.stringify(frames)).not.toContain('FEEDBACK-SECRET');
});
