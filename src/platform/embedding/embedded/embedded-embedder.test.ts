import path from 'node:path';

import { afterEach, expect, test } from 'vitest';

import { calibrationTexts, thresholdOf } from '#language-model/domain/calibration.ts';

import { createEmbeddedEmbedder, type RunningEmbedder } from './embedded-embedder.ts';

const TINY_WORKER = path.resolve(import.meta.dirname, '../../../../fixtures/embedding/tiny-worker.ts');
const never = new AbortController().signal;

const running: RunningEmbedder[] = [];
afterEach(async () => {
  for (const embedder of running.splice(0)) await embedder.close();
});

function start(options: Parameters<typeof createEmbeddedEmbedder>[0] = {}): RunningEmbedder {
  const embedder = createEmbeddedEmbedder(options);
  running.push(embedder);
  return embedder;
}

/** Its vectors are `[thread, number of texts it has received]`. */
const tiny = (idleMs?: number) => start({ workerFile: TINY_WORKER, ...(idleMs !== undefined && { idleMs }) });

test('the model finds the same meaning in other words', async () => {
  const embedder = start();
  const texts = [
    'why does coffee keep me awake',
    'Caffeine blocks adenosine receptors, so the pressure to sleep that builds up over the day is not felt.',
    'Glaciers move downhill under their own weight, deforming as they flow.',
  ];
  const [question, answer, other] = await embedder.embed(texts, 'passage', never);
  const { dimension, threshold } = embedder.model;
  expect(question).toHaveLength(dimension);
  expect(cosine(question, question)).toBeCloseTo(1, 5);
  expect(cosine(question, answer)).toBeGreaterThan(threshold);
  expect(cosine(question, other)).toBeLessThan(threshold);
  const [again] = await embedder.embed(texts.slice(0, 1), 'query', never);
  expect(again).toEqual(question);
});

test('its threshold is near the value that calibration measures', async () => {
  const embedder = start();
  const vectors = await embedder.embed(calibrationTexts, 'passage', never);
  expect(thresholdOf(vectors)).toBeCloseTo(embedder.model.threshold, 1);
});

test('a query goes before waiting passages', async () => {
  const embedder = tiny();
  const passages = embedder.embed(['one', 'two', 'three', 'four'], 'passage', never);
  const query = embedder.embed(['query'], 'query', never);
  const places = [...(await passages), ...(await query)].map(([, place]) => place);
  expect(places).toEqual([1, 3, 4, 5, 2]);
});

test('an idle thread ends, and the next text starts another', async () => {
  const embedder = tiny(0);
  const threadOf = async () => (await embedder.embed(['text'], 'query', never))[0]?.[0];
  const first = await threadOf();
  await expect.poll(threadOf).not.toBe(first);
});

test('a text that kills the thread twice fails, and those after it do not', async () => {
  const embedder = tiny();
  const crash = embedder.embed(['crash'], 'passage', never);
  const next = embedder.embed(['text'], 'passage', never);
  await expect(crash).rejects.toMatchObject({
    name: 'ModelFailure',
    message: 'The built-in reading of meaning ended unexpectedly: out of memory.',
  });
  await expect(next).resolves.toHaveLength(1);
});

test('a missing model is a failure with that message', async () => {
  const embedder = start({ workerFile: path.join(import.meta.dirname, 'nothing.js') });
  await expect(embedder.embed(['text'], 'query', never)).rejects.toMatchObject({
    message: expect.stringContaining('Cannot find module') as string,
  });
});

test('aborting and closing reject running and waiting texts', async () => {
  const embedder = tiny();
  const controller = new AbortController();
  const underWay = embedder.embed(['hang'], 'query', never);
  const waiting = embedder.embed(['text'], 'passage', controller.signal);
  controller.abort(new Error('cancelled'));
  await expect(waiting).rejects.toThrow('cancelled');
  const closing = embedder.close();
  await expect(underWay).rejects.toThrow('The server is stopping.');
  await closing;
  await expect(embedder.embed(['text'], 'query', never)).rejects.toThrow('The server is stopping.');
});

function cosine(one: Float32Array = Float32Array.of(), other: Float32Array = Float32Array.of()): number {
  return one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);
}
