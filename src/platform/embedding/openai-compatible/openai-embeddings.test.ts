import { afterEach, beforeEach, expect, test } from 'vitest';

import { ModelFailure } from '#language-model/server/model-failure.ts';
import type { EmbeddingAnswer } from '#language-model/server/role-embedder.ts';

import { type EmbeddingScript, vectorOf } from '../../../../fixtures/provider/embeddings.ts';
import { createProviderDouble, type ProviderDouble } from '../../../../fixtures/provider/provider-double.ts';
import { say } from '../../../../fixtures/provider/script.ts';
import { createOpenaiEmbeddings } from './openai-embeddings.ts';

const KEY = 'sk-proj-a-key-that-nobody-may-see';
const never = new AbortController().signal;
const MODEL = 'nomic-embed-text';

let double: ProviderDouble;
beforeEach(async () => {
  double = await createProviderDouble({ answer: () => say('Words.') });
});
afterEach(() => double.close());

interface Asked {
  readonly texts?: readonly string[];
  readonly dimension?: number | null;
  readonly key?: string | null;
  readonly signal?: AbortSignal;
  readonly wholeMs?: number;
}

function embed({ texts = ['a lock'], dimension = 64, key = KEY, signal = never, wholeMs = 60_000 }: Asked = {}) {
  const endpoint = createOpenaiEmbeddings({ patience: { wholeMs, betweenMs: 60_000 } });
  return endpoint.embed({ baseUrl: `${double.url}/v1`, key }, { model: MODEL, texts, dimension }, signal);
}

const answer = (script: EmbeddingScript) => double.answerEmbeddings(() => script);

async function failureOf(asked: Promise<EmbeddingAnswer>): Promise<ModelFailure> {
  const failure: unknown = await asked.catch((error: unknown) => error);
  if (failure instanceof ModelFailure) return failure;
  throw new Error('it did not fail', { cause: failure });
}

test('texts get vectors of length 1 in their order, and the token count of the provider', async () => {
  const texts = ['coffee and sleep', 'an espresso at night', 'glaciers'];
  answer({ change: (data) => data.toReversed() });
  const { vectors, inputTokens } = await embed({ texts });
  expect(vectors.map((vector) => Math.hypot(...vector))).toEqual(
    [1, 1, 1].map((one) => expect.closeTo(one, 6) as number),
  );
  for (const [place, vector] of vectors.entries()) {
    const expected = vectorOf(texts[place] ?? '', 64);
    const length = Math.hypot(...expected);
    expect([...vector]).toEqual(expected.map((value) => expect.closeTo(value / length, 6) as number));
  }
  expect(inputTokens).toBe(12);
  expect(double.embeddings[0]).toMatchObject({
    path: '/v1/embeddings',
    headers: { authorization: `Bearer ${KEY}` },
    body: { model: MODEL, input: texts },
  });
});

test('a server can omit indexes, the token count and the key', async () => {
  answer({ noUsage: true, change: (data) => data.map(({ embedding }) => ({ embedding })) });
  const { vectors, inputTokens } = await embed({ texts: ['one', 'two'], key: null });
  expect([vectors.length, inputTokens]).toEqual([2, null]);
  expect(double.embeddings[0]?.headers).not.toHaveProperty('authorization');
});

test('an unknown dimension is accepted, and must be the same for all vectors', async () => {
  answer({ dimension: 7 });
  expect((await embed({ dimension: null })).vectors[0]).toHaveLength(7);
  answer({ change: (data) => data.map(({ embedding }, index) => ({ embedding: embedding.slice(index) })) });
  expect(await failureOf(embed({ dimension: null, texts: ['one', 'two'] }))).toMatchObject({ failure: 'malformed' });
});

test('an empty text and a broken character are replaced by text that servers accept', async () => {
  await embed({ texts: [' ', 'a\ud800b'] });
  expect(double.embeddings[0]?.body).toMatchObject({ input: ['.', 'a\ufffdb'] });
});

test('unusable vectors are a failure with the reason', async () => {
  const cases: readonly (readonly [EmbeddingScript, string | undefined])[] = [
    [{ dimension: 32 }, 'vectors of 32 numbers instead of 64'],
    [{ change: () => [] }, '0 vectors for 1 text'],
    [{ change: (data) => [...data, ...data] }, '2 vectors for 1 text'],
    [{ change: () => [{ embedding: Array.from({ length: 64 }, () => null) }] }, 'a vector that is not made of numbers'],
    [{ change: () => [{ embedding: Array.from({ length: 64 }, () => 0) }] }, 'a vector that is not made of numbers'],
    [{ change: () => [{ embedding: Array.from({ length: 64 }, () => 1e39) }] }, 'a vector that is not made of numbers'],
    [{ change: () => [null] }, 'a text without a vector'],
    [{ change: ([item]) => [{ ...item, index: 4_000_000_000 }] }, 'numbers of vectors that do not fit'],
    [{ status: 200, body: '{"data": {}}' }, undefined],
    [{ status: 200, body: '<html>' }, undefined],
  ];
  for (const [script, providerMessage] of cases) {
    answer(script);
    expect(await failureOf(embed()), JSON.stringify(script)).toMatchObject({ failure: 'malformed', providerMessage });
  }
});

test('refusals have their kinds and the requested wait, and never contain the key', async () => {
  const cases: readonly (readonly [EmbeddingScript, object])[] = [
    [{ status: 401, message: `Incorrect API key provided: ${KEY}.` }, { failure: 'rejected-key' }],
    [
      { status: 429, retryAfter: '20' },
      { failure: 'rate-limited', retryAfterMs: 20_000 },
    ],
    [{ status: 429, code: 'insufficient_quota' }, { failure: 'no-credit' }],
    [{ status: 404 }, { failure: 'unknown-model' }],
    [{ status: 503 }, { failure: 'overloaded' }],
    [{ status: 400, message: "This model's maximum context length is 8192 tokens." }, { failure: 'too-large' }],
    [
      { status: 200, body: '{"error": "out of memory"}' },
      { failure: 'overloaded', providerMessage: 'out of memory' },
    ],
  ];
  for (const [script, expected] of cases) {
    answer(script);
    const failure = await failureOf(embed());
    expect(failure).toMatchObject(expected);
    expect(JSON.stringify([failure.message, failure.providerMessage])).not.toContain(KEY);
  }
});

test('a server that never answers, or cannot be reached, is a failure', async () => {
  answer({ silence: true });
  expect(await failureOf(embed({ wholeMs: 20 }))).toMatchObject({ failure: 'stalled' });
  const endpoint = createOpenaiEmbeddings();
  const nowhere = endpoint.embed(
    { baseUrl: 'http://127.0.0.1:9/v1', key: null },
    { model: MODEL, texts: ['text'], dimension: null },
    never,
  );
  expect(await failureOf(nowhere)).toMatchObject({ failure: 'unreachable' });
});

test('aborting ends the request at the server and rejects with the reason', async () => {
  const controller = new AbortController();
  const arrived = Promise.withResolvers<void>();
  double.answerEmbeddings(() => {
    arrived.resolve();
    return { silence: true };
  });
  const asked = embed({ signal: controller.signal });
  await arrived.promise;
  controller.abort(new Error('cancelled'));
  await expect(asked).rejects.toThrow('cancelled');
  expect(await double.embeddings[0]?.ended).toBe('aborted');
  await expect(embed({ signal: controller.signal })).rejects.toThrow('cancelled');
});
