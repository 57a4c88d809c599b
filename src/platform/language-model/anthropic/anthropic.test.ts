import { expect, test, vi } from 'vitest';

import { adapterOfEachTest, never, wordsOf } from '../../../../fixtures/provider/adapter-of-each-test.ts';
import { say } from '../../../../fixtures/provider/script.ts';
import { createAnthropic } from './anthropic.ts';

/** The adapter against a real HTTP server that speaks the documented event streams. */
const KEY = 'sk-ant-api03-a-key-that-nobody-may-see';
const adapter = adapterOfEachTest({
  create: createAnthropic,
  models: ['claude-opus-5-5'],
  key: KEY,
  system: [{ text: 'Ask.', isCacheable: true }],
});
const { requestOf, read, answer } = adapter;

test('a streamed answer yields text, usage and a stop reason', async () => {
  answer({ ...say('What ', 'else?'), usage: { input: 120, output: 7, cacheRead: 900, cacheWrite: 40 } });
  const counts = { inputTokens: 120, cacheReadTokens: 900, cacheWriteTokens: 40 };
  expect(await read()).toEqual([
    { type: 'usage', usage: { ...counts, outputTokens: 1 } },
    { type: 'text', text: 'What ' },
    { type: 'text', text: 'else?' },
    { type: 'usage', usage: { ...counts, outputTokens: 7 } },
    { type: 'stop', reason: 'end' },
  ]);
});

test('a whole answer is requested without a stream and yields the same chunks', async () => {
  answer({ ...say('{"points": []}'), usage: { input: 10, output: 5 } });
  expect(await read(requestOf({ delivery: 'whole', model: 'claude-haiku-4-5-20251001', temperature: 0.3 }))).toEqual([
    { type: 'usage', usage: { inputTokens: 10, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 5 } },
    { type: 'text', text: '{"points": []}' },
    { type: 'stop', reason: 'end' },
  ]);
  expect(adapter.double.requests[0]?.isStreamed).toBe(false);
});

/** Longer than the shortest prompt that the model caches. */
const LONG_RULES = 'Ask one question at a time. '.repeat(100);

test('the request holds the prompt in blocks, the marks for the cache, and the key as a bearer', async () => {
  await read(
    requestOf({
      system: [{ text: LONG_RULES, isCacheable: true }, { text: '' }, { text: 'Today’s feedback.' }],
      messages: [
        { author: 'person', parts: [{ text: 'One.' }] },
        { author: 'assistant', parts: [{ text: 'Two?', isCacheable: true }] },
        { author: 'person', parts: [{ text: 'Three.' }] },
      ],
    }),
  );
  const [request] = adapter.double.requests;
  expect(request?.path).toBe('/v1/messages');
  expect(request?.headers).toMatchObject({ authorization: `Bearer ${KEY}`, 'anthropic-version': '2026-10-21' });
  expect(request?.body).toEqual({
    model: 'claude-opus-5-5',
    max_tokens: 4_096,
    stream: true,
    output_config: { effort: 'low' },
    system: [
      { type: 'text', text: LONG_RULES, cache_control: { type: 'ephemeral' } },
      { type: 'text', text: 'Today’s feedback.' },
    ],
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'One.' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'Two?', cache_control: { type: 'ephemeral' } }] },
      { role: 'user', content: [{ type: 'text', text: 'Three.' }] },
    ],
  });
});

test('no more than four parts are marked for the cache: the last ones', async () => {
  const parts = Array.from({ length: 6 }, (_, index) => ({ text: `Part ${index}.`, isCacheable: true as const }));
  await read(requestOf({ system: [{ text: LONG_RULES }, ...parts] }));
  const system = adapter.double.requests[0]?.body['system'] as { text: string; cache_control?: object }[];
  expect(system.filter((block) => block.cache_control).map(({ text }) => text)).toEqual([
    'Part 2.',
    'Part 3.',
    'Part 4.',
    'Part 5.',
  ]);
});

test.each([
  ['claude-opus-5-5', 512],
  ['claude-sonnet-5-5', 1_024],
  ['claude-sonnet-4-5-20250929', 1_024],
  ['claude-opus-4-7', 2_048],
  ['claude-haiku-4-5-20251001', 4_096],
])('for %s a part is marked for the cache only from %d tokens on', async (model, tokens) => {
  const short = { text: 'x'.repeat(4 * tokens - 1), isCacheable: true as const };
  const more = { text: 'y', isCacheable: true as const };
  await read(requestOf({ model, system: [short, more] }));
  const system = adapter.double.requests[0]?.body['system'] as { cache_control?: object }[];
  expect(system.map((block) => 'cache_control' in block)).toEqual([false, true]);
});

test.each([
  ['claude-haiku-4-5-20251001', { temperature: 0.3 }, '2023-06-01'],
  ['claude-haiku-4-5', { temperature: 0.3 }, '2023-06-01'],
  ['claude-sonnet-4-6', { temperature: 0.3 }, '2023-06-01'],
  ['claude-opus-4-5-20251101', { temperature: 0.3 }, '2023-06-01'],
  ['claude-opus-4-6', { temperature: 0.3 }, '2023-06-01'],
  ['claude-opus-4-7', {}, '2026-10-21'],
  ['claude-opus-4-8', {}, '2026-10-21'],
  ['claude-mythos-preview', {}, '2026-10-21'],
  ['claude-haiku-5-5', {}, '2026-10-21'],
  ['claude-opus-5-5', {}, '2026-10-21'],
])('%s is sent a temperature only if it accepts one', async (model, expected, version) => {
  await read(requestOf({ model, temperature: 0.3 }));
  const [request] = adapter.double.requests;
  const { temperature } = request?.body ?? {};
  expect(temperature === undefined ? {} : { temperature }).toEqual(expected);
  expect(request?.headers['anthropic-version']).toBe(version);
});

test('a model that refuses the thinking option is called again without it, also in later requests', async () => {
  adapter.double.answer(({ body }) =>
    'output_config' in body
      ? { status: 400, message: 'output_config.effort: not supported for this model' }
      : say('There.'),
  );
  expect(wordsOf(await read())).toBe('There.');
  expect(wordsOf(await read())).toBe('There.');
  expect(adapter.double.requests.map(({ body }) => 'output_config' in body)).toEqual([true, false, false]);
});

test('thinking is not part of the answer', async () => {
  answer(say({ thought: 'The point is adenosine.' }, 'What else?'));
  expect(wordsOf(await read())).toBe('What else?');
  expect(wordsOf(await read(requestOf({ delivery: 'whole' })))).toBe('What else?');
  answer(say('<th', 'ink>The point is adenosine.</think>', 'What else?<|im_', 'end|>'));
  expect(wordsOf(await read())).toBe('What else?');
  expect(wordsOf(await read(requestOf({ delivery: 'whole' })))).toBe('What else?');
});

test('citations follow their text', async () => {
  const citation = { documentIndex: 1, citedText: 'about five hours' };
  answer(say('Five hours.', { citation }, { citation: { ...citation, start: 40 } }));
  const told = await read();
  expect(told).toContainEqual({ type: 'citation', ...citation });
  expect(told).toContainEqual({ type: 'citation', ...citation, place: { start: 40, end: 56 } });
});

test.each([
  [400, 'Your credit balance is too low to access the Anthropic API.', 'no-credit'],
  [400, 'prompt is too long: 210000 tokens > 200000 maximum', 'too-large'],
  [
    400,
    'input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease input length or `max_tokens` and try again',
    'too-large',
  ],
  [
    400,
    'You have reached your specified API usage limits. You will regain access on 2026-12-01 at 00:00 UTC.',
    'no-credit',
  ],
  [400, 'This organization has been disabled.', 'forbidden'],
  [403, 'Your account does not have access to model claude-opus-5-5.', 'forbidden'],
  [529, undefined, 'overloaded'],
] as const)('status %i (%s) is the failure %s and is not retried', async (status, message, kind) => {
  answer({ status, ...(message && { message }) });
  await expect(read()).rejects.toMatchObject({ name: 'ModelFailure', failure: kind });
  expect(adapter.double.requests).toHaveLength(1);
});

test('a failure reports the provider’s message and when to retry', async () => {
  answer({ status: 429, message: 'Number of request tokens has exceeded your limit.', retryAfter: '600' });
  await expect(read()).rejects.toMatchObject({
    providerMessage: 'Number of request tokens has exceeded your limit.',
    retryAfterMs: 600_000,
  });
});

test('a key repeated by a provider is removed from its message', async () => {
  answer({ status: 401, message: `invalid x-api-key: ${KEY}` });
  const failure: unknown = await read().catch((error: unknown) => error);
  expect(failure).toMatchObject({ providerMessage: 'invalid x-api-key: …' });
  expect(JSON.stringify([failure, String(failure), (failure as Error).stack])).not.toContain('nobody-may-see');
});

test('an unreadable answer is not printed', async () => {
  const printed = (['error', 'warn', 'log', 'info', 'debug'] as const).map((name) => vi.spyOn(console, name));
  answer(say({ fault: 'malformed' }));
  await expect(read()).rejects.toMatchObject({ failure: 'malformed' });
  for (const spy of printed) {
    expect(spy).not.toHaveBeenCalled();
    spy.mockRestore();
  }
});

test('a whole answer that is cut is a failure', async () => {
  for (const how of ['cut', 'end'] as const) {
    answer({ ...say('{"points": []}'), breakAfter: { bytes: 60, how } });
    await expect(read(requestOf({ delivery: 'whole' }))).rejects.toMatchObject({
      failure: how === 'cut' ? 'cut' : 'malformed',
    });
  }
});

test('pings prevent a stall', async () => {
  adapter.provider = createAnthropic({ patience: { firstMs: 2_000, betweenMs: 2_000, wholeMs: 2_000 } });
  const pings = Array.from({ length: 8 }, () => [300, { ping: true } as const]).flat();
  answer(say(...pings, 'There.'));
  expect(wordsOf(await read())).toBe('There.');
});

test('invalid events are malformed', async () => {
  answer(say({ raw: 'event: message_start\ndata: null\n\n' }));
  await expect(read()).rejects.toMatchObject({ failure: 'malformed' });
  answer(say('So', { raw: 'event: content_block_delta\ndata: {"type":"content_block_delta"}\n\n' }));
  expect(wordsOf(await read())).toBe('So');
});

test.each([
  ['authentication_error', 'rejected-key'],
  ['overloaded_error', 'overloaded'],
  ['whatever', 'overloaded'],
])('an error of type %s with status 200 is the failure %s, streamed and whole', async (type, failure) => {
  answer({ status: 200, body: JSON.stringify({ type: 'error', error: { type, message: 'So it is.' } }) });
  for (const delivery of ['stream', 'whole'] as const)
    await expect(read(requestOf({ delivery }))).rejects.toMatchObject({ failure, providerMessage: 'So it is.' });
});

test('invalid token counts are zero', async () => {
  for (const told of [-5, 12.5, '12', [], 1e300, null]) {
    const usage = { input_tokens: told, output_tokens: told };
    answer({ status: 200, body: JSON.stringify({ content: [], usage }) });
    const tokens = told === 12.5 ? 12 : told === 1e300 ? 10_000_000 : 0;
    expect((await read(requestOf({ delivery: 'whole' })))[0]).toMatchObject({
      usage: { inputTokens: tokens, outputTokens: tokens },
    });
  }
});

test('refused options are left out once a request without them was answered, per address and key', async () => {
  const haiku = requestOf({ model: 'claude-haiku-4-5', temperature: 0.3 });
  answer({ status: 400, message: 'temperature: Extra inputs are not permitted' });
  await expect(read(haiku)).rejects.toMatchObject({ failure: 'rejected-request' });
  expect(adapter.double.requests.map(({ body }) => 'temperature' in body)).toEqual([true, false]);
  answer(say('There.'));
  await read(haiku);
  expect(adapter.double.requests.at(-1)?.body).toHaveProperty('temperature');
  adapter.double.answer(({ body }) =>
    'temperature' in body ? { status: 400, message: 'temperature: Extra inputs are not permitted' } : say('There.'),
  );
  await read(haiku);
  const other = adapter.provider.open({ baseUrl: adapter.double.url, key: 'sk-ant-of-another' });
  for await (const chunk of other.stream(haiku, never)) expect(chunk).toBeDefined();
  expect(adapter.double.requests.slice(-2).map(({ body }) => 'temperature' in body)).toEqual([true, false]);
  await read(haiku);
  expect(adapter.double.requests.at(-1)?.body).not.toHaveProperty('temperature');
});

test.each([
  'temperature is not for you',
  'invalid input: the thinking of temperature',
  'temperature: I say what I feel',
])('the message %j does not refuse an option', async (message) => {
  answer({ status: 400, message });
  const messages = [{ author: 'person', parts: [{ text: 'temperature: I say what I feel' }] }] as const;
  await expect(read(requestOf({ messages }))).rejects.toMatchObject({ failure: 'rejected-request' });
  expect(adapter.double.requests).toHaveLength(1);
});

test('keys and addresses in the environment are ignored', async () => {
  vi.stubEnv('ANTHROPIC_API_KEY', 'sk-ant-another-key');
  vi.stubEnv('ANTHROPIC_AUTH_TOKEN', 'another-token');
  vi.stubEnv('ANTHROPIC_BASE_URL', 'http://127.0.0.1:1');
  vi.stubEnv('ANTHROPIC_LOG', 'debug');
  expect(wordsOf(await read())).toBe('What else?');
  expect(adapter.double.requests[0]?.headers['authorization']).toBe(`Bearer ${KEY}`);
  vi.unstubAllEnvs();
});

test('the models of a provider are listed', async () => {
  expect(await adapter.provider.list({ baseUrl: adapter.double.url, key: KEY }, never)).toEqual([
    { id: 'claude-opus-5-5', name: 'The claude-opus-5-5' },
  ]);
});
