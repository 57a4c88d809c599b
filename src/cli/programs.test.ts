import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import path from 'node:path';
import type { Readable } from 'node:stream';

import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';

import type { TokenAnswer } from '#account/protocol.ts';
import type { ServerContribution } from '#contribution/server/contribution.ts';
import { readPassagesText } from '#library/search/domain/passages-text.ts';
import type { AddedSources, SourceList } from '#library/sources/protocol.ts';
import type { Bucket } from '#library/storage/protocol.ts';
import type { WaitingPoints } from '#modes/recall/proposals/protocol.ts';
import { serverModes } from '#modes/server-modes.ts';
import type { AccessTokensAnswer, NewAccessToken } from '#programs/protocol.ts';
import { tool } from '#wire/tool.ts';

import { temporaryFolder } from '../../fixtures/database/temporary-folder.ts';
import { addPerson } from '../../fixtures/server/add-person.ts';
import { buildOnce } from '../../fixtures/server/build-once.ts';
import { apiOf, NO_PROVIDERS } from '../../fixtures/server/child-server.ts';
import { programOf } from '../../fixtures/server/program.ts';
import { serverOfFile, startServer } from '../../fixtures/server/start-server.ts';
import { until } from '../../fixtures/spine/world.ts';

const BUNDLE = path.resolve(import.meta.dirname, '../../dist/server/main.js');

/** Each ends a running call of `wait_here`. */
const waiting: (() => void)[] = [];

/** A tool that fails, and a tool that waits for the test. */
const forTests: ServerContribution = {
  create: () => ({
    surface: () => ({
      tools: [
        tool<{ text: string; times: number }>({
          name: 'repeat_text',
          title: 'Repeat a text',
          description: 'Says who called, and repeats a text.',
          scope: 'read',
          isReadOnly: true,
          input: z.object({ text: z.string().max(20, 'At most 20 characters.'), times: z.int().default(1) }),
          handle: ({ text, times }, { client, person, bucketId, origin, signal }) =>
            Promise.resolve(
              text === 'a bug'
                ? Promise.reject(new Error('private words'))
                : JSON.stringify({
                    client,
                    person,
                    bucketId,
                    origin,
                    isGone: signal.aborted,
                    text: text.repeat(times),
                  }),
            ),
        }),
        tool({
          name: 'wait_here',
          title: 'Wait',
          description: 'Waits.',
          scope: 'keep',
          isReadOnly: false,
          input: z.object({}),
          async handle() {
            await new Promise<void>((resolve) => waiting.push(resolve));
            return 'private words';
          },
        }),
      ],
      resources: [
        {
          kind: 'note',
          title: 'Notes',
          description: 'Notes.',
          scope: 'keep',
          list: () => Promise.resolve([{ id: 'first', title: 'The\u2028first\u202e' }]),
          read: (id) => Promise.resolve(`Text of ${id}`),
        },
      ],
    }),
  }),
};

/** The title of the first note in the form that programs get. */
const FIRST_NOTE = 'The first⟨U+202E⟩';

const server = serverOfFile(undefined, { modes: [...serverModes, forTests] });

async function tokenFor(scopes: NewAccessToken['scopes'], more: Partial<NewAccessToken> = {}): Promise<string> {
  const asked = { name: 'A program', scopes, ...more };
  return (await apiOf(server)<TokenAnswer>('POST', '/api/access-tokens', asked)).token;
}

async function withdrawAll(): Promise<void> {
  const { tokens } = await apiOf(server)<AccessTokensAnswer>('GET', '/api/access-tokens');
  for (const { id } of tokens) await apiOf(server)('DELETE', `/api/access-tokens/${id}`);
}

test('a program lists what its token allows, and calls it', async () => {
  const bucket = await apiOf(server)<Bucket>('POST', '/api/library/buckets', { name: 'Sleep' });
  const { url } = server;
  const reader = programOf({
    url,
    token: await tokenFor(['read'], { bucketId: bucket.id }),
    client: ' Agent\n\u202e 7 ',
  });
  const recaller = programOf({ url, token: await tokenFor(['recall']) });
  const namesOf = async ({ ask }: typeof reader, kind: string) =>
    ((await ask(`${kind}/list`)).result as Record<string, { name: string }[]>)[kind]?.map(({ name }) => name);
  expect(await namesOf(reader, 'tools')).toContain('repeat_text');
  expect(await namesOf(reader, 'tools')).not.toContain('wait_here');
  expect(await namesOf(recaller, 'tools')).not.toContain('repeat_text');
  expect(await namesOf(reader, 'prompts')).toEqual(['write_from_my_library']);
  expect(await namesOf(recaller, 'prompts')).toEqual(['quiz_me']);
  expect(await namesOf(reader, 'resources')).not.toContain(FIRST_NOTE);

  const said = await reader.call('repeat_text', { text: 'Ab', times: 2 });
  expect(JSON.parse(said.text)).toMatchObject({
    client: 'Agent 7',
    bucketId: bucket.id,
    origin: url,
    isGone: false,
    text: 'AbAb',
  });
  const { tokens } = await apiOf(server)<AccessTokensAnswer>('GET', '/api/access-tokens');
  expect(tokens).toMatchObject([
    { scopes: ['recall'], client: 'tester' },
    { client: 'Agent 7', bucketId: bucket.id },
  ]);

  // A refusal has a message that the program's model can act on.
  expect(await reader.call('wait_here')).toMatchObject({ isError: true, text: expect.stringContaining('“keep”') });
  expect(await reader.call('repeat_text', { text: 'A'.repeat(21) })).toEqual({
    isError: true,
    text: 'text: At most 20 characters.',
  });
  expect(await reader.call('repeat_text', { times: 'x' })).toMatchObject({
    isError: true,
    text: expect.stringMatching(/^text: /),
  });
  expect(await reader.call('repeat_text', { text: 'a bug' })).toEqual({
    isError: true,
    text: 'Something went wrong in Warren.',
  });
  await expect(reader.call('no_such_tool')).rejects.toThrow('There is no tool with this name.');
  expect(await reader.ask('prompts/get', { name: 'write_from_my_library', arguments: {} })).toMatchObject({
    error: { message: 'Give subject.' },
  });
  const prompt = await reader.ask('prompts/get', { name: 'write_from_my_library', arguments: { subject: 'Sleep' } });
  expect(JSON.stringify(prompt.result)).toContain('Write about: Sleep');
  const resource = { uri: 'warren://note/first' };
  expect(await reader.ask('resources/read', resource)).toMatchObject({ error: { code: -32602 } });
  const keeper = programOf({ url, token: await tokenFor(['keep']) });
  expect(await keeper.ask('resources/read', resource)).toMatchObject({
    result: { contents: [{ text: 'Text of first' }] },
  });
  expect(await keeper.ask('resources/read', { uri: 'file:///etc/passwd' })).toMatchObject({ error: { code: -32602 } });

  expect(server.log()).toMatch(/Program Agent 7: repeat_text done in \d+ ms\n/);
  expect(server.log()).toMatch(/Program Agent 7: wait_here failed \(wrong-token\) in \d+ ms\n/);
  expect(server.log()).not.toMatch(/AbAb|A{21}|no_such_tool/);
  await withdrawAll();
});

test('the tools offered to programs are a public surface: this shows a change to it', async () => {
  const token = await tokenFor(['read', 'keep', 'recall']);
  const program = programOf({ url: server.url, token });
  const lists = await Promise.all(
    ['tools', 'resources/templates', 'prompts'].map(async (kind) => (await program.ask(`${kind}/list`)).result),
  );
  const [tools, templates, prompts] = lists as { [kind: string]: { name: string }[] }[];
  const isOfTests = ({ name }: { name: string }) => ['repeat_text', 'wait_here', 'note'].includes(name);
  const offered = [tools?.['tools'], templates?.['resourceTemplates'], prompts?.['prompts']].map((each = []) =>
    each.filter((item) => !isOfTests(item)).toSorted((one, other) => (one.name < other.name ? -1 : 1)),
  );
  await expect(`${JSON.stringify(offered, null, 2)}\n`).toMatchFileSnapshot('../../fixtures/server/offered.txt');
  await withdrawAll();
});

test('a program proposes points only to its person, and an invalid one is refused by field', async () => {
  const { url } = server;
  const owned = { sources: [{ content: 'A text of the owner.' }] };
  const { results } = await apiOf(server)<AddedSources>('POST', '/api/library/sources', owned);
  const ada = await addPerson(server, { home: server.home, name: 'Ada' });
  const made = { name: 'Hers', scopes: ['recall'] };
  const { token } = await apiOf(ada)<TokenAnswer>('POST', '/api/access-tokens', made);
  const program = programOf({ url, token });
  const propose = (change: object) =>
    program.call('propose_points', { points: [{ text: 'A point.', question: 'What is it?', ...change }] });
  expect((await propose({})).text).toContain(`${url}/recall/proposed`);
  expect(await propose({ text: 'x'.repeat(2_001) })).toEqual({
    isError: true,
    text: 'points.0.text: A point has at most 2000 characters.',
  });
  for (const source of [results[0]?.source.id, 'unknown'])
    expect(await propose({ text: 'Another.', source })).toEqual({ isError: true, text: 'There is no such source.' });
  const waitingFor = async (person: typeof ada) =>
    (await apiOf(person)<WaitingPoints>('GET', '/api/recall/proposals')).points.map(({ text }) => text);
  expect([await waitingFor(ada), await waitingFor(server)]).toEqual([['A point.'], []]);
  const { tokens } = await apiOf(ada)<AccessTokensAnswer>('GET', '/api/access-tokens');
  await apiOf(ada)('DELETE', `/api/access-tokens/${tokens[0]?.id}`);
  await expect(propose({ text: 'Too late.' })).rejects.toThrow('it was withdrawn');
});

test('a client of 2025 connects and calls, and malformed requests are refused in its protocol', async () => {
  const program = programOf({ url: server.url, token: await tokenFor(['read']), client: 'old client' });
  expect(await program.handshake()).toMatchObject({
    result: { protocolVersion: '2025-06-18', serverInfo: { name: 'warren' }, capabilities: { tools: {} } },
  });
  const told = await program.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  expect(told).toMatchObject({ status: 202, text: '' });
  expect(JSON.stringify(await program.askAsOf2025('tools/list'))).toContain('repeat_text');
  const asked = { name: 'repeat_text', arguments: { text: 'Ab' } };
  // It sent its name before.
  expect(JSON.stringify(await program.askAsOf2025('tools/call', asked))).toContain('old client');

  for (const [broken, status] of [
    ['{"jsonrpc":', 400],
    ['', 400],
    [{ jsonrpc: '2.0', id: 0, method: 'initialize', params: {} }, 200],
    [{ hello: 'world' }, 400],
    [Array.from({ length: 2 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' })), 400],
    [
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'repeat_text', _meta: { 'io.modelcontextprotocol/protocolVersion': '3000-01-01' } },
      },
      400,
    ],
  ] as const)
    expect({ broken, ...(await program.send(broken)) }).toMatchObject({
      broken,
      status,
      error: { message: expect.any(String) },
    });
  for (const [method, params, field] of [
    ['initialize', undefined, 'params'],
    ['tools/call', { name: 'repeat_text', arguments: [] }, 'params.arguments'],
  ] as const)
    expect(await program.send({ jsonrpc: '2.0', id: 'x', method, params })).toMatchObject({
      status: 200,
      error: {
        code: -32602,
        message: expect.stringMatching(new RegExp(`^${field}: Invalid input: expected \\w+`, 'u')),
      },
    });
  expect(await program.ask('subscriptions/listen', { notifications: {} })).toMatchObject({
    error: { message: expect.any(String) },
  });
  const large = { name: 'repeat_text', arguments: { text: 'x'.repeat(10_000_000) } };
  expect(await program.ask('tools/call', large)).toMatchObject({
    status: 413,
    error: { message: 'This is too large. The limit is 1 MB.' },
  });
  for (const method of ['GET', 'DELETE']) {
    const response = await fetch(`${server.url}/mcp`, { method, headers: { accept: 'text/event-stream' } });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  }
  await withdrawAll();
});

test('a program searches, reads, checks and keeps in the library, within the bucket of its token', async () => {
  const api = apiOf(server);
  const [open, closed] = await Promise.all(
    ['Open', 'Closed'].map((name) => api<Bucket>('POST', '/api/library/buckets', { name })),
  );
  const content = 'Efficient engines may have burnt more coal.';
  const { results } = await api<AddedSources>('POST', '/api/library/sources', {
    sources: [
      { title: 'Jevons', content, bucketId: open?.id },
      { title: 'Private', content: 'Nobody else reads of engines and coal.', bucketId: closed?.id },
    ],
  });
  const [inside, outside] = results.map(({ source }) => source.id);
  const token = await tokenFor(['read', 'keep'], { bucketId: open?.id ?? null });
  const program = programOf({ url: server.url, token, client: 'Claude Code' });
  const search = async () => readPassagesText((await program.call('search_library', { query: 'engines coal' })).text);
  expect(await search()).toEqual([
    {
      title: 'Jevons',
      sourceId: inside,
      passage: 1,
      start: 0,
      end: content.length,
      link: `${server.url}/library/${inside}#p1`,
      text: content,
    },
  ]);
  expect((await program.call('read_source', { source: inside })).text).toContain(`> ${content}`);
  expect(
    (await program.call('check_quote', { source: inside, quote: 'Efficient engines burnt more coal.' })).text,
  ).toContain('- The quote leaves out "may have".');
  expect(await program.call('read_source', { source: outside })).toEqual({
    isError: true,
    text: 'There is no such source.',
  });
  expect((await program.call('keep_source', { text: 'Engines were sold by the dozen.' })).text).toMatch(/^Kept: /);
  expect((await search()).map(({ title }) => title)).toEqual(['Jevons', 'Engines were sold by the dozen.']);
  const { sources } = await api<SourceList>('GET', `/api/library/sources?bucket=${open?.id}`);
  expect(sources[0]).toMatchObject({ origin: 'agent', keptBy: 'Claude Code', kind: 'article_clip' });

  expect((await program.ask('resources/templates/list')).result).toMatchObject({
    resourceTemplates: expect.arrayContaining([
      expect.objectContaining({ uriTemplate: 'warren://source/{id}' }),
      expect.objectContaining({ uriTemplate: 'warren://draft/{id}' }),
    ]),
  });
  expect((await program.ask('resources/list')).result).toMatchObject({
    resources: [
      { name: 'Engines were sold by the dozen.' },
      { name: 'Jevons', uri: `warren://source/${inside}` },
      { name: FIRST_NOTE },
    ],
  });
  expect((await program.ask('resources/read', { uri: `warren://source/${inside}` })).result).toMatchObject({
    contents: [{ text: expect.stringContaining(`> ${content}`) }],
  });
  for (const uri of [`warren://source/${outside}`, 'warren://source/nobody-has-this'])
    expect((await program.ask('resources/read', { uri })).error?.message).toBe('There is no such source.');

  expect(await program.call('keep_source', { text: 'a'.repeat(300_000) })).toEqual({
    isError: true,
    text: expect.stringMatching(/^text: A text given to keep_source has at most 200,000 characters\./),
  });
  for (const [tool, given, words] of [
    ['search_library', { query: 'a'.repeat(2_001) }, /^query: A query has at most 2000 characters\./],
    ['check_quote', { source: inside, quote: 'a'.repeat(2_001) }, /^quote: This has more than 2000 characters\./],
  ] as const)
    expect(await program.call(tool, given)).toEqual({ isError: true, text: expect.stringMatching(words) });
  await expect(program.call('keep_source', { text: 'a'.repeat(10_000_000) })).rejects.toThrow(
    'This is too large. The limit is 1 MB.',
  );
  await withdrawAll();
});

test('only an access token for tools is accepted, and only for its person', async () => {
  const { url } = server;
  const ask = (token?: string, headers = {}) => programOf({ url, token, headers }).ask('tools/list');
  const token = await tokenFor(['read', 'keep']);
  const capture = await tokenFor(['capture']);
  expect(await ask(token)).toMatchObject({ status: 200 });
  const signIn = await fetch(`${url}/api/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: server.token }),
  });
  const cookie = signIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  const refused = [
    await ask(),
    await ask(undefined, { cookie }),
    await ask(`${token}x`),
    await ask(server.token),
    await ask(capture),
  ];
  for (const answer of refused) {
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  }
  expect(refused.map(({ error }) => error?.message)).toEqual([
    expect.stringMatching(/^Send an access token, .* in Settings under Programs\.$/),
    expect.stringMatching(/^Send an access token, /),
    expect.stringMatching(/^This access token is not valid, .* in Settings under Programs\.$/),
    expect.stringMatching(/^A sign-in token is not taken here: .* in Settings under Programs\.$/),
    'This token can only add to the library, at POST /api/library/capture.',
  ]);
  // No other route accepts it, and a page of another site or under another host name is refused.
  await expect(apiOf({ url, token })('GET', '/api/library')).rejects.toThrow(
    'This token can only call tools, at /mcp.',
  );
  await expect(apiOf({ url, token })('POST', '/api/library/capture', { text: 'A text' })).rejects.toThrow(
    'wrong-token',
  );
  expect(await ask(token, { origin: 'https://example.org' })).toMatchObject({ status: 403 });
  expect(await ask(token, { 'sec-fetch-site': 'cross-site' })).toMatchObject({ status: 403 });
  const underAnotherName = request(`${url}/mcp`, {
    method: 'POST',
    headers: { host: 'example.org', authorization: `Bearer ${token}` },
  });
  underAnotherName.end();
  const [answer] = (await once(underAnotherName, 'response')) as [IncomingMessage];
  answer.resume();
  expect(answer.statusCode).toBe(421);

  const grace = await addPerson(server, { home: server.home, name: 'Grace' });
  const { token: hers } = await apiOf(grace)<TokenAnswer>('POST', '/api/access-tokens', {
    name: 'Hers',
    scopes: ['read'],
  });
  const said = async (presented: string) =>
    (
      JSON.parse((await programOf({ url, token: presented }).call('repeat_text', { text: 'a' })).text) as {
        person: string;
      }
    ).person;
  expect(await said(hers)).not.toBe(await said(token));
  const bucket = await apiOf(server)<Bucket>('POST', '/api/library/buckets', { name: 'Mine' });
  for (const bucketId of [bucket.id, randomUUID()])
    await expect(
      apiOf(grace)('POST', '/api/access-tokens', { name: 'No', scopes: ['read'], bucketId }),
    ).rejects.toThrow('This bucket does not exist.');
  await expect(tokenFor(['capture', 'read'])).rejects.toThrow('given alone');
  await expect(tokenFor([])).rejects.toThrow('Choose what the program may do.');
  await withdrawAll();
});

test('a token that is revoked during a call gets none of its answer', async () => {
  const program = programOf({ url: server.url, token: await tokenFor(['keep']) });
  const answer = program.call('wait_here');
  await until(() => waiting.length > 0, 'the tool works');
  await withdrawAll();
  for (const letGo of waiting) letGo();
  expect(await answer).toEqual({
    isError: true,
    text: 'This access token was withdrawn. What was kept or proposed with it before stays.',
  });
  await expect(program.call('wait_here')).rejects.toThrow('This access token is not valid, or it was withdrawn.');
});

test('a program that calls without end is refused with a clear error and delays nobody', async () => {
  const { url } = server;
  const greedy = programOf({ url, token: await tokenFor(['read']) });
  const other = programOf({ url, token: await tokenFor(['read']) });
  const refused: Awaited<ReturnType<typeof greedy.ask>>[] = [];
  const callOn = async () => {
    while (refused.length < 100) {
      const answer = await greedy.ask('ping');
      if (answer.status === 429) refused.push(answer);
    }
  };
  const storm = Promise.all(Array.from({ length: 8 }, callOn));
  await until(() => refused.length > 0, 'it is limited');
  expect((await other.call('repeat_text', { text: 'Ab' })).isError).toBe(false);
  await storm;
  expect(refused[0]).toMatchObject({
    error: { message: 'Too many requests. Try again in a moment.', data: { kind: 'too-many' } },
  });
  expect(refused[0]?.headers.get('retry-after')).toBe('5');
  // The limit does not apply to its person.
  await apiOf(server)('GET', '/api/me');
  await withdrawAll();
});

test('“warren mcp” passes messages on over stdio, reports errors, and continues after a restart', async () => {
  const first = await startServer();
  const { home } = first;
  const { token } = await apiOf(first)<TokenAnswer>('POST', '/api/access-tokens', { name: 'Desk', scopes: ['read'] });
  const asStdio = (presented: string, at = home) => {
    const environment = { ...process.env, ...NO_PROVIDERS, WARREN_HOME: at, WARREN_MCP_TOKEN: presented };
    const child = spawn(process.execPath, [BUNDLE, 'mcp'], { env: environment });
    onTestFinished(() => void child.kill());
    let errors = '';
    child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
    const lines = linesOf(child.stdout);
    const write = (line: string) => child.stdin.write(`${line}\n`);
    return {
      errors: () => errors,
      write,
      tell: (message: object) => write(JSON.stringify({ jsonrpc: '2.0', ...message })),
      async next() {
        const { value } = await lines.next();
        return JSON.parse(String(value)) as object;
      },
      end: async () => {
        child.stdin.end();
        const [code] = (await once(child, 'exit')) as [number];
        return code;
      },
    };
  };
  await buildOnce();
  // A program can start before Warren and wait for it; here it waits while the others are tested.
  const alone = asStdio(token, temporaryFolder());
  const begun = performance.now();
  alone.tell({ id: 3, method: 'ping' });
  const wrong = asStdio('warren_mcp_wrong');
  wrong.tell({ id: 'a', method: 'ping' });
  const words = 'This access token is not valid, or it was withdrawn. Make one in Warren, in Settings under Programs.';
  expect(await wrong.next()).toMatchObject({ id: 'a', error: { message: words } });
  expect(wrong.errors()).toBe(`${words}\n`);
  expect(await wrong.end()).toBe(0);

  const stdio = asStdio(token);
  const clientInfo = { name: 'Desktop', version: '1' };
  stdio.tell({ id: 0, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } });
  expect(await stdio.next()).toMatchObject({ id: 0, result: { serverInfo: { name: 'warren' } } });
  await first.close();
  // The new server has another port.
  stdio.tell({ id: 1, method: 'prompts/list' });
  const second = await startServer({ home });
  expect(await stdio.next()).toMatchObject({ id: 1, result: { prompts: [{ name: 'write_from_my_library' }] } });
  const { tokens } = await apiOf(second)<AccessTokensAnswer>('GET', '/api/access-tokens');
  expect(tokens).toMatchObject([{ name: 'Desk', client: 'Desktop' }]);
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': clientInfo,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { name: 'write_from_my_library', arguments: { subject: 'One\u2028two' }, _meta };
  // Without `_meta` it is a request of an earlier revision, which gets a stream as its answer.
  for (const [id, of] of [params, { ...params, _meta: undefined }].entries()) {
    stdio.tell({ id, method: 'prompts/get', params: of });
    const result = { messages: [{ content: { text: expect.stringContaining('One\u2028two') as string } }] };
    expect(await stdio.next()).toMatchObject({ id, result });
  }
  stdio.write('[{"jsonrpc":"2.0","id":5,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/initialized"}]');
  const refusal = 'Send each message on a line of its own.';
  expect(await stdio.next()).toMatchObject({ id: 5, error: { message: refusal } });
  expect(stdio.errors()).toBe('');
  expect(await stdio.end()).toBe(0);
  await second.close();

  expect(await alone.next()).toMatchObject({
    id: 3,
    error: { message: 'Warren does not run here. Start it with: warren start' },
  });
  expect(performance.now() - begun).toBeGreaterThan(5_000);
  expect(await alone.end()).toBe(0);
});

/** Needed because Node's `readline` also splits at U+2028. */
async function* linesOf(stream: Readable): AsyncGenerator<string, void> {
  let rest = '';
  for await (const part of stream.setEncoding('utf8')) {
    const lines = `${rest}${part}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
