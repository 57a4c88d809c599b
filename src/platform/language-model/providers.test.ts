import { describe, expect, test } from 'vitest';

import type { ModelChunk } from '#language-model/domain/chunk.ts';
import type { ModelRequest } from '#language-model/server/language-model.ts';

import { adapterOfEachTest, never, wordsOf } from '../../../fixtures/provider/adapter-of-each-test.ts';
import { createProviderDouble } from '../../../fixtures/provider/provider-double.ts';
import { type Answer, say } from '../../../fixtures/provider/script.ts';
import { createAnthropic } from './anthropic/anthropic.ts';
import { createOpenaiCompatible } from './openai-compatible/openai-compatible.ts';

/** The contract of every adapter, against a real HTTP server that speaks its protocol. */
describe.each([
  { name: 'anthropic', create: createAnthropic, path: '', model: 'claude-opus-5-5' },
  { name: 'openai-compatible', create: createOpenaiCompatible, path: '/v1', model: 'llama3.3' },
])('$name', ({ create, path, model }) => {
  const adapter = adapterOfEachTest({ create, path, models: [model], key: 'a-key-that-nobody-may-see' });
  const { requestOf, stream, answer } = adapter;
  const read = (delivery: ModelRequest['delivery'] = 'stream', signal = never) =>
    adapter.read(requestOf({ delivery }), { signal });

  test.each(['end', 'limit', 'refusal'] as const)(
    'the stop reason %s is reported, streamed and whole',
    async (stop) => {
      answer({ ...say('So'), stop });
      expect((await read()).at(-1)).toEqual({ type: 'stop', reason: stop });
      expect((await read('whole')).at(-1)).toEqual({ type: 'stop', reason: stop });
    },
  );

  test.each([
    ['one byte a chunk', { oneByteChunks: true }],
    ['CR LF', { crlf: true }],
    ['comments', { comments: true }],
    ['all of it', { oneByteChunks: true, crlf: true, comments: true }],
  ] as const)('a stream with %s yields the same answer', async (_, wire) => {
    answer({ ...say('Blåhaj — ', '眠い 😴'), wire });
    const chunks = await read();
    expect(wordsOf(chunks)).toBe('Blåhaj — 眠い 😴');
    expect(chunks.at(-1)).toEqual({ type: 'stop', reason: 'end' });
  });

  test.each([
    [400, 'rejected-request'],
    [401, 'rejected-key'],
    [402, 'no-credit'],
    [403, 'forbidden'],
    [404, 'unknown-model'],
    [413, 'too-large'],
    [429, 'rate-limited'],
    [500, 'overloaded'],
    [302, 'rejected-request'],
  ] as const)('status %i is the failure %s and is not retried', async (status, kind) => {
    answer({ status });
    await expect(read()).rejects.toMatchObject({ name: 'ModelFailure', failure: kind });
    expect(adapter.double.requests).toHaveLength(1);
  });

  test.each([
    ['error', 'overloaded'],
    ['malformed', 'malformed'],
    ['cut', 'cut'],
    ['end', 'cut'],
  ] as const)('the fault %s in a stream is the failure %s after the text before it', async (fault, kind) => {
    answer(say('What ', { fault }));
    const chunks: ModelChunk[] = [];
    const reading = (async () => {
      for await (const chunk of stream()) chunks.push(chunk);
    })();
    await expect(reading).rejects.toMatchObject({ failure: kind });
    expect(wordsOf(chunks)).toBe('What ');
  });

  test('a stream cut before its end is a failure, and complete after it', async () => {
    const script: Answer = { ...say('What ', 'else?'), usage: { input: 1, output: 1 } };
    const kinds = new Set<string>();
    let complete = 0;
    for (let bytes = 1; bytes < 1_500; bytes += 7) {
      answer({ ...script, breakAfter: { bytes, how: bytes % 2 === 0 ? 'cut' : 'end' } });
      const chunks = await read().catch((error: { failure: string }) => error.failure);
      if (typeof chunks === 'string') kinds.add(chunks);
      else {
        complete++;
        expect(wordsOf(chunks)).toBe('What else?');
      }
    }
    expect([...kinds]).toEqual(['cut']);
    expect(complete).toBeGreaterThan(10);
  });

  test('a silent provider is a stall, before the first word and later', async () => {
    adapter.provider = create({ patience: { firstMs: 300, betweenMs: 300, wholeMs: 300 } });
    for (const script of [{ silence: true }, say({ fault: 'stall' }), say('What ', { fault: 'stall' })] as const) {
      answer(script);
      await expect(read()).rejects.toMatchObject({ failure: 'stalled' });
      await expect(adapter.double.requests.at(-1)?.ended).resolves.toBe('aborted');
    }
    answer({ silence: true });
    await expect(read('whole')).rejects.toMatchObject({ failure: 'stalled' });
  });

  test('pings without text are a stall in the end', async () => {
    adapter.provider = create({ patience: { wordsMs: 1_000 } });
    const pings = Array.from({ length: 200 }, () => [20, { ping: true } as const]).flat();
    for (const pieces of [pings, ['What ', ...pings]]) {
      answer(say(...pieces));
      await expect(read()).rejects.toMatchObject({ failure: 'stalled' });
      await expect(adapter.double.requests.at(-1)?.ended).resolves.toBe('aborted');
    }
  });

  test('stopping ends the answer without an error and cancels the provider’s stream', async () => {
    answer(say('What ', { fault: 'stall' }));
    const stop = new AbortController();
    const chunks: ModelChunk[] = [];
    for await (const chunk of stream(requestOf(), { signal: stop.signal })) {
      chunks.push(chunk);
      if (chunk.type === 'text') stop.abort();
    }
    expect(chunks.filter(({ type }) => type !== 'usage').map(({ type }) => type)).toEqual(['text']);
    await expect(adapter.double.requests[0]?.ended).resolves.toBe('aborted');
  });

  test('stopping before the answer begins ends it without an error', async () => {
    answer({ silence: true });
    const stop = new AbortController();
    const reading = read('stream', stop.signal);
    const request = await adapter.double.request(0);
    stop.abort();
    expect(await reading).toEqual([]);
    await expect(request.ended).resolves.toBe('aborted');
    expect(await read('stream', AbortSignal.abort())).toEqual([]);
  });

  test('leaving in the middle cancels the provider’s stream', async () => {
    answer(say('What ', { fault: 'stall' }));
    for await (const chunk of stream()) if (chunk.type === 'text') break;
    await expect(adapter.double.requests[0]?.ended).resolves.toBe('aborted');
  });

  test('an address without a server is unreachable', async () => {
    await adapter.double.close();
    await expect(read()).rejects.toMatchObject({ failure: 'unreachable', providerMessage: 'nothing listens there' });
    adapter.double = await createProviderDouble({ answer: () => say('') });
  });

  test.each([
    ['a page', '<html>Sign in to the hotel’s network</html>', 'text/html'],
    ['lines of JSON', '{"message":{"content":"There."},"done":true}\n', 'application/x-ndjson'],
    ['JSON of something else', '{"ok":true}', 'application/json'],
    ['no JSON', 'There.', 'application/json'],
    ['null', 'null', 'application/json'],
    ['an empty block', '{"content":[null],"choices":[null],"usage":null}', 'application/json'],
  ])('%s instead of an answer is malformed and not retried', async (_, body, type) => {
    answer({ status: 200, body, type });
    for (const delivery of ['stream', 'whole'] as const)
      await expect(read(delivery)).rejects.toMatchObject({ failure: 'malformed' });
    expect(adapter.double.requests).toHaveLength(2);
  });

  test.each([200, 400])('an endless body with status %i is aborted', async (status) => {
    for (const type of ['text/event-stream', 'application/json'])
      for (const delivery of ['stream', 'whole'] as const) {
        answer({ status, flood: type });
        const failure = status === 200 ? 'malformed' : 'rejected-request';
        await expect(read(delivery)).rejects.toMatchObject({ failure });
        await expect(adapter.double.requests.at(-1)?.ended).resolves.toBe('aborted');
      }
  });
});
