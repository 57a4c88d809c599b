import { expect, test } from 'vitest';

import { adapterOfEachTest, never, wordsOf } from '../../../../fixtures/provider/adapter-of-each-test.ts';
import { say } from '../../../../fixtures/provider/script.ts';
import { createOpenaiCompatible } from './openai-compatible.ts';

/**
 * The adapter against a real HTTP server that speaks chat completions, as documented and as real servers differ from
 * it.
 */
const KEY = 'sk-proj-a-key-that-nobody-may-see';
const adapter = adapterOfEachTest({
  create: createOpenaiCompatible,
  path: '/v1',
  models: ['llama3.3', 'qwen3'],
  key: KEY,
  system: [{ text: 'Ask.', isCacheable: true }, { text: 'Feedback.' }],
});
const { requestOf, read, answer } = adapter;

test('a streamed answer yields text, usage and a stop reason', async () => {
  answer({ ...say('What ', 'else?'), usage: { input: 120, output: 7, cacheRead: 900 } });
  expect(await read()).toEqual([
    { type: 'text', text: 'What ' },
    { type: 'text', text: 'else?' },
    { type: 'usage', usage: { inputTokens: 120, cacheReadTokens: 900, cacheWriteTokens: 0, outputTokens: 7 } },
    { type: 'stop', reason: 'end' },
  ]);
});

test('a whole answer is requested without a stream and yields the same chunks', async () => {
  answer({ ...say('{"points": []}'), usage: { input: 10, output: 5 } });
  expect(await read(requestOf({ delivery: 'whole', temperature: 0.3 }))).toEqual([
    { type: 'text', text: '{"points": []}' },
    { type: 'usage', usage: { inputTokens: 10, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 5 } },
    { type: 'stop', reason: 'end' },
  ]);
  expect(adapter.double.requests[0]?.body).toMatchObject({ stream: false, temperature: 0.3 });
  expect(adapter.double.requests[0]?.body).not.toHaveProperty('stream_options');
});

test('the request contains plain strings, and the key as a bearer token if there is one', async () => {
  await read();
  await read(requestOf(), { key: null });
  expect(adapter.double.requests[0]?.path).toBe('/v1/chat/completions');
  expect(adapter.double.requests.map(({ headers }) => headers['authorization'])).toEqual([`Bearer ${KEY}`, undefined]);
  expect(adapter.double.requests[0]?.body).toEqual({
    model: 'llama3.3',
    messages: [
      { role: 'system', content: 'Ask.\n\nFeedback.' },
      { role: 'user', content: 'Caffeine blocks it.' },
    ],
    max_tokens: 4_096,
    stream: true,
    stream_options: { include_usage: true },
  });
});

test('refused options are left out, also in later requests', async () => {
  adapter.double.answer(({ body }) =>
    'stream_options' in body ? { status: 400, message: 'Unknown field: stream_options' } : say('There.'),
  );
  const request = requestOf({ model: 'gpt-6-sol', temperature: 0.3 });
  expect(wordsOf(await read(request))).toBe('There.');
  const asked = ['max_tokens', 'max_completion_tokens', 'temperature', 'stream_options'];
  expect(adapter.double.requests.map(({ body }) => asked.filter((field) => field in body))).toEqual([
    ['max_tokens', 'temperature', 'stream_options'],
    ['max_completion_tokens', 'temperature', 'stream_options'],
    ['max_completion_tokens', 'stream_options'],
    ['max_completion_tokens'],
  ]);
  await read(request);
  expect(adapter.double.requests).toHaveLength(5);
});

const EXTRA = { type: 'extra_forbidden', loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' };
const FORBIDDEN = [{ ...EXTRA, input: { include_usage: true } }];

test.each([
  ['FastAPI', { detail: FORBIDDEN }],
  ['Mistral', { object: 'error', message: { detail: FORBIDDEN }, code: null }],
  ['Mistral, in a string', { object: 'error', message: JSON.stringify({ detail: FORBIDDEN }), code: '1000' }],
  ['Mistral, as a list', { object: 'Error', message: FORBIDDEN, code: 3001 }],
  ['OpenAI', { error: { message: { detail: FORBIDDEN }, code: null } }],
])('a field refused in the format of %s is left out', async (_, body) => {
  adapter.double.answer((request) =>
    'stream_options' in request.body ? { status: 422, body: JSON.stringify(body) } : say('There.'),
  );
  expect(wordsOf(await read())).toBe('There.');
  expect(adapter.double.requests).toHaveLength(2);
});

test('errors of any format are reported with their message and without the request', async () => {
  const missing = { type: 'missing', loc: ['body', 'messages', 0, 'role'], msg: 'Field required', input: 'Ask.' };
  answer({ status: 422, body: JSON.stringify({ detail: [missing, FORBIDDEN[0]] }) });
  await expect(read(requestOf({ delivery: 'whole' }))).rejects.toMatchObject({
    failure: 'rejected-request',
    providerMessage: 'body.messages.0.role: Field required; body.stream_options: Extra inputs are not permitted',
  });
  answer({ status: 403, body: '{"detail":"Not allowed in your country."}' });
  await expect(read()).rejects.toMatchObject({ failure: 'forbidden', providerMessage: 'Not allowed in your country.' });
  answer({ status: 400, body: '{"detail":[null,{"loc":"body"},[]]}' });
  await expect(read()).rejects.toMatchObject({ failure: 'rejected-request', providerMessage: undefined });
});

test.each([
  'System role not supported',
  "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
  'Conversation roles must alternate user/assistant/user/assistant/...',
  'Only user and assistant roles are supported!',
])('if a template refuses the system role (%s), the system prompt precedes the person’s message', async (message) => {
  adapter.double.answer(({ body }) => {
    const [first] = body['messages'] as { role: string }[];
    return first?.role === 'system' ? { status: 400, message } : say('There.');
  });
  const messages = [
    { author: 'person', parts: [{ text: 'Caffeine blocks it.' }] },
    { author: 'assistant', parts: [{ text: 'What?' }] },
    { author: 'person', parts: [{ text: 'Adenosine.' }] },
  ] as const;
  expect(wordsOf(await read(requestOf({ messages })))).toBe('There.');
  expect(wordsOf(await read(requestOf({ messages })))).toBe('There.');
  expect(adapter.double.requests).toHaveLength(3);
  expect(adapter.double.requests[2]?.body['messages']).toEqual([
    { role: 'user', content: 'Ask.\n\nFeedback.\n\nCaffeine blocks it.' },
    { role: 'assistant', content: 'What?' },
    { role: 'user', content: 'Adenosine.' },
  ]);
});

/** A server whose model has this context length and that counts 404 tokens for each request. */
function holding(window: number): void {
  adapter.double.answer(({ body }) => {
    const asked = Number(body['max_tokens']);
    const message = `This model's maximum context length is ${window} tokens. However, you requested ${asked + 404} tokens (404 in the messages, ${asked} in the completion). Please reduce the length of the messages or completion.`;
    return asked + 404 > window ? { status: 400, message } : { ...say('What ', 'else?'), stop: 'limit' };
  });
}

test('an answer limit above the context length is lowered, and the stop chunk reports the limit', async () => {
  holding(4_096);
  for (const delivery of ['stream', 'whole'] as const) {
    const chunks = await read(requestOf({ delivery }));
    expect(wordsOf(chunks)).toBe('What else?');
    expect(chunks.at(-1)).toEqual({ type: 'stop', reason: 'limit', maxTokens: 3_692 });
  }
  expect(adapter.double.requests.map(({ body }) => body['max_tokens'])).toEqual([4_096, 3_692, 4_096, 3_692]);
  expect((await read(requestOf({ maxTokens: 512 }))).at(-1)).toEqual({ type: 'stop', reason: 'limit' });
  holding(600);
  await expect(read()).rejects.toMatchObject({ failure: 'too-large' });
  const known = adapter.double.requests.length;
  answer({
    status: 400,
    message: 'maximum context length is 4096 tokens. 404 in the messages, 4096 in the completion',
  });
  await expect(read()).rejects.toMatchObject({ failure: 'rejected-request' });
  expect(adapter.double.requests).toHaveLength(known + 2);
});

test.each([
  ['no newline at its end', { noFinalNewline: true }],
  ['no [DONE]', { noDone: true }],
  ['neither of them', { noDone: true, noFinalNewline: true }],
  ['empty choices', { emptyChoices: true }],
  ['no usage', { noUsage: true }],
  ['null for no words', { nullContent: true }],
  ['chunks after the end', { trailing: true }],
  ['all of it', { oneByteChunks: true, crlf: true, comments: true, emptyChoices: true, nullContent: true }],
] as const)('a stream with %s yields the same answer', async (_, wire) => {
  answer({ ...say('Blåhaj — ', '眠い 😴'), wire });
  const chunks = await read();
  expect(wordsOf(chunks)).toBe('Blåhaj — 眠い 😴');
  expect(chunks.at(-1)).toEqual({ type: 'stop', reason: 'end' });
});

const answerShape = { name: 'points', schema: { type: 'object' } };
const shaped = () => requestOf({ delivery: 'whole', answerShape });
const formats = () => adapter.double.requests.map(({ body }) => body['response_format']);

test('a requested answer shape is sent as a schema', async () => {
  await read(shaped());
  await read();
  expect(formats()).toEqual([{ type: 'json_schema', json_schema: { ...answerShape, strict: true } }, undefined]);
});

test.each([
  [400, 'This response_format type is unavailable now'],
  [400, 'Bad request.'],
  [422, 'Extra inputs are not permitted'],
  [500, 'Failed to initialize samplers: failed to parse grammar'],
])(
  'a server that rejects schemas (%s, %s) is called once without, and never again with one',
  async (status, message) => {
    adapter.double.answer(({ body }) => ('response_format' in body ? { status, message } : say('{}')));
    expect(wordsOf(await read(shaped()))).toBe('{}');
    expect(wordsOf(await read(shaped()))).toBe('{}');
    expect(formats().map((format) => format !== undefined)).toEqual([true, false, false]);
  },
);

test('a request that is refused even without a schema fails after one retry, and nothing is learned', async () => {
  adapter.double.answer(() => ({ status: 400, message: 'Bad request.' }));
  await expect(read(shaped())).rejects.toMatchObject({ failure: 'rejected-request' });
  adapter.double.answer(() => say('{}'));
  await read(shaped());
  expect(formats().map((format) => format !== undefined)).toEqual([true, false, true]);
});

test('thinking is not part of the answer, in a separate field or in tags', async () => {
  answer(say({ thought: 'The point is adenosine.' }, 'What else?'));
  expect(wordsOf(await read())).toBe('What else?');
  answer(say(' <th', 'ink>The point is ', 'adenosine.</thi', 'nk>\n\n', 'What ', 'else?'));
  expect(wordsOf(await read())).toBe('What else?');
  expect(wordsOf(await read(requestOf({ delivery: 'whole' })))).toBe('What else?');
  answer({ ...say('<think>The point is adenosine, so'), stop: 'limit' });
  expect(wordsOf(await read())).toBe('');
});

test('a filtered answer is a refusal, streamed and whole', async () => {
  answer({ ...say('So'), stop: 'filtered' });
  expect((await read()).at(-1)).toEqual({ type: 'stop', reason: 'refusal' });
  expect((await read(requestOf({ delivery: 'whole' }))).at(-1)).toEqual({ type: 'stop', reason: 'refusal' });
});

test.each([
  [400, "This model's maximum context length is 8192 tokens.", 'too-large'],
  [404, 'model "none" not found, try pulling it first', 'unknown-model'],
  [403, 'Country, region, or territory not supported', 'forbidden'],
  [503, undefined, 'overloaded'],
  [307, undefined, 'rejected-request'],
] as const)('status %i (%s) is the failure %s and is not retried', async (status, message, kind) => {
  answer({ status, ...(message && { message }) });
  await expect(read()).rejects.toMatchObject({ name: 'ModelFailure', failure: kind });
  expect(adapter.double.requests).toHaveLength(1);
});

test('a rate limit that mentions billing stays a rate limit, and an exceeded quota is missing credit', async () => {
  const message =
    'Rate limit reached for gpt-6-sol in organization org-1 on tokens per min (TPM): Limit 30000, Used 28000, Requested 5000. Please try again in 6s. You can increase your rate limit: Please add a payment method to your account at https://platform.openai.com/account/billing.';
  answer({ status: 429, code: 'rate_limit_exceeded', message, retryAfter: '6' });
  await expect(read()).rejects.toMatchObject({ failure: 'rate-limited', retryAfterMs: 6_000 });
  answer({ status: 429, body: JSON.stringify({ error: { message } }), retryAfter: '6' });
  await expect(read()).rejects.toMatchObject({ failure: 'rate-limited', retryAfterMs: 6_000 });
  const quota = 'You exceeded your current quota, please check your plan and billing details.';
  answer({ status: 429, code: 'insufficient_quota', message: quota });
  await expect(read()).rejects.toMatchObject({ failure: 'no-credit', providerMessage: quota });
  answer({ status: 429, body: JSON.stringify({ error: { message: quota } }) });
  await expect(read()).rejects.toMatchObject({ failure: 'no-credit' });
});

test('the first answer of a model is streamed, and stopping keeps what was shown', async () => {
  for (const pieces of [
    ['What do you ', 'remember of it?'],
    ['Gut. '.repeat(50), 'Weiter.'],
    [{ thought: 'Adenosine.' }, 'Okay', ', and'],
  ]) {
    adapter.provider = createOpenaiCompatible();
    answer(say(...pieces, { fault: 'stall' }));
    const stop = new AbortController();
    const words = pieces.filter((piece) => typeof piece === 'string');
    const shown: string[] = [];
    const model = adapter.provider.open({ baseUrl: `${adapter.double.url}/v1`, key: KEY });
    for await (const chunk of model.stream(requestOf(), stop.signal)) {
      if (chunk.type === 'text') shown.push(chunk.text);
      if (shown.length === words.length) stop.abort();
    }
    expect(shown).toEqual(words);
  }
});

test('a plain 404 means a wrong address, not an unknown model', async () => {
  for (const body of ['404 page not found', '{"detail":"Not Found"}']) {
    answer({ status: 404, body });
    await expect(read()).rejects.toMatchObject({ failure: 'rejected-request' });
  }
});

test('an error of any format with status 200 is a failure, streamed and whole', async () => {
  answer({ ...say(), wire: { errorInside: { message: 'llama runner process has terminated' } } });
  for (const delivery of ['stream', 'whole'] as const)
    await expect(read(requestOf({ delivery }))).rejects.toMatchObject({
      failure: 'overloaded',
      providerMessage: 'llama runner process has terminated',
    });
  answer({ ...say(), wire: { errorInside: { message: 'Slow down.', code: 429 } } });
  await expect(read()).rejects.toMatchObject({ failure: 'rate-limited' });
  answer(say('What ', { raw: 'data: {"error":"an unknown error was encountered"}\n\n' }));
  await expect(read()).rejects.toMatchObject({ providerMessage: 'an unknown error was encountered' });
});

test('a whole answer to a streaming request is read', async () => {
  answer({ status: 200, body: '{"choices":[{"message":{"content":"There."},"finish_reason":"stop"}]}' });
  expect(await read()).toEqual([
    { type: 'text', text: 'There.' },
    { type: 'stop', reason: 'end' },
  ]);
});

test.each([
  ['something without a name', 'There.', 'text/plain'],
  ['a stream without an answer', 'data: {"ok":true}\n\ndata: [DONE]\n\n', 'text/event-stream'],
])('%s instead of an answer is malformed and not retried', async (_, body, type) => {
  answer({ status: 200, body, type });
  for (const delivery of ['stream', 'whole'] as const)
    await expect(read(requestOf({ delivery }))).rejects.toMatchObject({ failure: 'malformed' });
  expect(adapter.double.requests).toHaveLength(2);
});

test('an error with status 200 is the failure that it names', async () => {
  answer({ status: 200, body: '{"error":{"type":"authentication_error","message":"bad key"}}' });
  await expect(read()).rejects.toMatchObject({ failure: 'rejected-key', providerMessage: 'bad key' });
});

test('thinking does not count as silence', async () => {
  adapter.provider = createOpenaiCompatible({ patience: { wordsMs: 1_000 } });
  answer(say({ thought: 'So.' }, 400, { thought: 'And.' }, 400, 'What ', 400, 'else?'));
  expect(wordsOf(await read())).toBe('What else?');
});

test('text parts are joined without thinking parts', async () => {
  const parts = [
    { type: 'thinking', thinking: [{ type: 'text', text: 'The point is adenosine.' }] },
    { type: 'text', text: 'What ' },
    null,
    { type: 'text', text: 'else?' },
  ];
  const body = JSON.stringify({ choices: [{ message: { content: parts }, finish_reason: 'stop' }] });
  answer({ status: 200, body });
  expect(wordsOf(await read())).toBe('What else?');
});

test('invalid token counts are zero', async () => {
  for (const told of [-5, 12.5, '12', [], 1e300, null]) {
    const usage = { prompt_tokens: told, completion_tokens: told, prompt_tokens_details: { cached_tokens: told } };
    answer({ status: 200, body: JSON.stringify({ choices: [{ message: { content: 'So.' } }], usage }) });
    const chunk = (await read()).find(({ type }) => type === 'usage');
    const tokens = told === 12.5 ? 12 : told === 1e300 ? 10_000_000 : 0;
    expect(chunk).toMatchObject({ usage: { inputTokens: 0, cacheReadTokens: tokens, outputTokens: tokens } });
  }
});

test('thinking without an opening tag fails one streamed answer and is removed from then on', async () => {
  answer(say('The point is ', 'adenosine.</think>', 'What ', 'else?'));
  await expect(read()).rejects.toMatchObject({ failure: 'malformed' });
  expect(wordsOf(await read())).toBe('What else?');
});

test('thinking without an opening tag is removed from the first answer that is not streamed', async () => {
  answer(say('The point is ', 'adenosine.</think>', 'What ', 'else?'));
  expect(wordsOf(await read(requestOf({ delivery: 'whole' })))).toBe('What else?');
});

test('a dialect is remembered once answered, per key, and not for a message that repeats the request', async () => {
  answer({ status: 400, message: 'Unsupported value: temperature' });
  await expect(read(requestOf({ temperature: 0.3 }))).rejects.toMatchObject({ failure: 'rejected-request' });
  answer(say('There.'));
  await read(requestOf({ temperature: 0.3 }));
  expect(adapter.double.requests.at(-1)?.body).toHaveProperty('temperature');
  const words = 'My unsupported temperature is not supported here.';
  adapter.double.answer(({ body }) => ('temperature' in body ? { status: 400, message: words } : say('There.')));
  const echoed = requestOf({ temperature: 0.3, messages: [{ author: 'person', parts: [{ text: words }] }] });
  await expect(read(echoed)).rejects.toMatchObject({ failure: 'rejected-request' });
  expect(wordsOf(await read(requestOf({ temperature: 0.3 })))).toBe('There.');
  await expect(read(requestOf({ temperature: 0.3 }), { key: null })).resolves.toBeDefined();
  expect(adapter.double.requests.slice(-2).map(({ body }) => 'temperature' in body)).toEqual([true, false]);
});

test('an answer is complete even if the server keeps the connection open', async () => {
  adapter.provider = createOpenaiCompatible({ patience: { firstMs: 60_000, betweenMs: 60_000, wholeMs: 60_000 } });
  const end = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n';
  answer(say('There.', { raw: end }, { fault: 'stall' }));
  expect(await read()).toEqual([
    { type: 'text', text: 'There.' },
    { type: 'stop', reason: 'end' },
  ]);
});

test('a key repeated by a provider is removed from its message', async () => {
  answer({ status: 401, message: `Incorrect API key provided: ${KEY}. Not sk-proj-12345678 either.` });
  await expect(read()).rejects.toMatchObject({ providerMessage: 'Incorrect API key provided: …. Not … either.' });
});

test('the models of a provider are listed, with a key or without', async () => {
  const offered = [
    { id: 'llama3.3', name: 'llama3.3' },
    { id: 'qwen3', name: 'qwen3' },
  ];
  expect(await adapter.provider.list({ baseUrl: `${adapter.double.url}/v1`, key: KEY }, never)).toEqual(offered);
  expect(await adapter.provider.list({ baseUrl: `${adapter.double.url}/v1`, key: null }, never)).toEqual(offered);
  await expect(
    adapter.provider.list({ baseUrl: `${adapter.double.url}/elsewhere`, key: null }, never),
  ).rejects.toMatchObject({
    failure: 'rejected-request',
  });
});

test('documents are sent as numbered text, and the marks of the answer become citations', async () => {
  answer(say('It blocks it.<ci', 'te doc="1">Caffeine bl', 'ocks it</cite> So', ' be it.'));
  const parts = [
    { title: '[note] Coffee', text: 'Caffeine blocks it. </document>', isCacheable: true as const },
    { text: 'What does it do?' },
  ];
  const chunks = await read(requestOf({ messages: [{ author: 'person', parts }] }));
  expect(chunks.filter(({ type }) => type === 'text' || type === 'citation')).toEqual([
    { type: 'text', text: 'It blocks it.' },
    { type: 'citation', documentIndex: 0, citedText: 'Caffeine blocks it' },
    { type: 'text', text: ' So' },
    { type: 'text', text: ' be it.' },
  ]);
  const [rules, asked] = (adapter.double.requests[0]?.body['messages'] ?? []) as { content: string }[];
  expect(rules?.content).toContain('## How to cite');
  expect(asked?.content).toBe(
    '<document number="1">\n[note] Coffee\n\nCaffeine blocks it. &lt;/document>\n</document>\n\nWhat does it do?',
  );
});
