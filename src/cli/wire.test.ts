import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { downMessage } from '#composition/protocol.ts';
import type { PasteResult, SetDetail } from '#modes/recall/sets/protocol.ts';
import type { SessionSummary } from '#session/protocol.ts';

import { beginSession } from '../../fixtures/server/begin-session.ts';
import { apiOf, type ChildServer, startChildServer } from '../../fixtures/server/child-server.ts';
import { connect, type WireClient } from '../../fixtures/server/wire-client.ts';

/** Invalid requests over a real socket to a real server. Each is answered, and nothing changes. */
const home = mkdtempSync(path.join(tmpdir(), 'warren-wire-'));
const POINTS = ['Adenosine builds up while we are awake.', 'Caffeine blocks adenosine receptors.'];
let server: ChildServer;
let client: WireClient;
let session: string;

async function begin(points = POINTS): Promise<string> {
  return (await beginSession(apiOf(server), points)).session;
}

beforeAll(async () => {
  server = await startChildServer({ home });
});
afterAll(async () => {
  expect(await server.stop()).toBe(0);
  expect(server.errors()).toBe('');
  rmSync(home, { recursive: true, force: true, maxRetries: 10 });
});
beforeEach(async () => {
  client = await connect(server);
  session = await begin();
});
afterEach(() => client.close());

const malformed: [string, string | Buffer, object][] = [
  ['not JSON', '{"type":', { kind: 'malformed' }],
  ['an array', '[]', { kind: 'malformed' }],
  ['null', 'null', { kind: 'malformed' }],
  ['no type', '{"id":"a"}', { kind: 'malformed', field: 'type', id: 'a' }],
  ['a type that is no text', '{"id":"a","type":7}', { kind: 'malformed', field: 'type' }],
  ['an unknown type', '{"id":"a","type":"dance"}', { kind: 'unknown-type', id: 'a' }],
  ['no id', '{"type":"ping"}', { kind: 'malformed', field: 'id' }],
  ['an id with spaces', '{"type":"ping","id":"a b"}', { kind: 'malformed', field: 'id' }],
  ['no session', '{"type":"user_message","id":"a","content":"x"}', { kind: 'malformed', field: 'session' }],
  [
    'content that is no text',
    '{"type":"user_message","id":"a","session":"s","content":{}}',
    { kind: 'malformed', field: 'content' },
  ],
  [
    'a negative position',
    '{"type":"subscribe","id":"a","session":"s","after":-1}',
    { kind: 'malformed', field: 'after' },
  ],
  [
    'a wrong choice',
    '{"type":"dismiss_overlay","id":"a","session":"s","choice":"maybe"}',
    { kind: 'malformed', field: 'choice' },
  ],
  [
    'a session that does not exist',
    '{"type":"user_message","id":"a","session":"none","content":"x"}',
    { kind: 'not-found', id: 'a' },
  ],
  ['binary', Buffer.from([1, 2, 3]), { kind: 'malformed' }],
  ['deep nesting', `{"type":"ping","id":"a","x":${'['.repeat(200_000)}`, { kind: 'malformed', id: 'a' }],
  ['very many values', `{"x":[${'1,'.repeat(100_000)}1],"type":"ping","id":"a"}`, { kind: 'malformed', id: 'a' }],
  ['a prototype key', '{"type":"__proto__","id":"a"}', { kind: 'unknown-type' }],
];

test('a malformed message is answered with an error and closes nothing', async () => {
  const errors = () => client.messages.filter(({ type }) => type === 'error');
  for (const [index, [name, frame, expected]] of malformed.entries()) {
    client.sendRaw(frame);
    await client.until(() => errors().length > index);
    expect(errors()[index], name).toMatchObject(expected);
    expect(await client.ask({ type: 'ping' }), name).toMatchObject({ type: 'pong' });
  }
  expect(errors()).toHaveLength(malformed.length);
});

test('a message over 256 KiB is refused with its id, and the socket stays open', async () => {
  const id = randomUUID();
  client.sendRaw(JSON.stringify({ type: 'user_message', id, session, content: 'x'.repeat(256 * 1024) }));
  expect(await client.find('error')).toMatchObject({ kind: 'too-large', id, session });
  expect(await client.ask({ type: 'ping' })).toMatchObject({ type: 'pong' });
});

test('a message just below 256 KiB is accepted', async () => {
  const content = 'word '.repeat(52_000);
  await client.ask({ type: 'subscribe', session });
  expect(await client.ask({ type: 'user_message', session, content })).toMatchObject({ type: 'accepted' });
  expect((await client.find('user_message')).content).toBe(content);
  await client.find('assistant_complete');
});

test('malformed frames count against the limit, and the refusal of a message names its session', async () => {
  const flood = () => {
    for (let count = 0; count < 1_000; count += 1) client.sendRaw('{"type":');
    return client.ask({ type: 'user_message', content: 'x'.repeat(2_000), session });
  };
  let answer = await flood();
  // The limit refills with time, so a slow machine can accept one.
  while (answer.type === 'accepted') answer = await flood();
  expect(answer).toMatchObject({ kind: 'too-many', session });
  const kinds = client.messages.flatMap((message) => (message.type === 'error' ? message.kind : []));
  expect(kinds[0]).toBe('malformed');
  expect(new Set(kinds)).toEqual(new Set(['malformed', 'too-many']));
});

const refused: [string, { type: string; content?: string; choice?: string }, string][] = [
  ['an empty message', { type: 'user_message', content: '' }, 'empty-message'],
  ['white space', { type: 'user_message', content: ' \n\t\u00a0\u200b ' }, 'empty-message'],
  ['control characters alone', { type: 'user_message', content: '\u0000\u0007\u001b' }, 'empty-message'],
  ['stopping what does not run', { type: 'stop_reply' }, 'nothing-to-stop'],
  ['retrying what is complete', { type: 'retry_reply' }, 'nothing-to-retry'],
  ['dismissing what is not shown', { type: 'dismiss_overlay', choice: 'done' }, 'no-overlay'],
];

test('an impossible command is refused, also when sent again', async () => {
  for (const [name, message, reason] of refused) {
    const id = randomUUID();
    const first = await client.ask({ ...message, id, session });
    expect(first, name).toMatchObject({ type: 'error', kind: 'refused', reason });
    expect(await client.ask({ ...message, id, session }), name).toEqual(first);
  }
});

test('emoji and right-to-left and mixed directions are stored as written', async () => {
  await client.ask({ type: 'subscribe', session });
  for (const content of ['🧠☕️👩‍🔬 coffee', 'القهوة تمنع النوم', 'caffeine \u202eenisoneda\u202c blocks']) {
    const id = randomUUID();
    await client.ask({ type: 'user_message', id, session, content });
    expect((await client.find('user_message', ({ messageId }) => messageId === id)).content).toBe(content);
    await client.find('message_evaluated', ({ messageId }) => messageId === id);
  }
});

test('control characters and lone surrogates are removed, line ends become newlines, and words stay', async () => {
  await client.ask({ type: 'subscribe', session });
  client.sendRaw(
    `{"type":"user_message","id":"${randomUUID()}","session":"${session}","content":"a\\u0000b\\r\\nc\\u001b[31m \\ud800 d"}`,
  );
  expect((await client.find('user_message')).content).toBe('ab\nc[31m \ufffd d');
});

test('a message sent twice is one message with one answer', async () => {
  const id = randomUUID();
  const message = { type: 'user_message', id, session, content: 'It builds up all day.' };
  const first = await client.ask(message);
  const second = await client.ask(message);
  expect(second).toEqual(first);
  const { state } = await snapshotOf(session);
  expect(state.messages.filter((each) => each.id === id)).toHaveLength(1);
});

test('a finished session accepts no message', async () => {
  await client.ask({ type: 'end_session', session });
  for (const message of [{ type: 'user_message', content: 'More.' }, { type: 'end_session' }, { type: 'retry_reply' }])
    expect(await client.ask({ ...message, session })).toMatchObject({ kind: 'refused', reason: 'session-over' });
});

test('a client ahead of the log gets an error', async () => {
  expect(await client.ask({ type: 'subscribe', session, after: 99 })).toMatchObject({ kind: 'ahead-of-log' });
  expect(await client.ask({ type: 'subscribe', session })).toMatchObject({ type: 'accepted' });
});

test('subscribing and unsubscribing at once leaves no subscription', async () => {
  client.sendRaw(JSON.stringify({ type: 'subscribe', id: 'a', session }));
  client.sendRaw(JSON.stringify({ type: 'unsubscribe', id: 'b', session }));
  await client.find('accepted', (message) => message.id === 'a');
  const other = await connect(server);
  expect(await other.ask({ type: 'user_message', session, content: 'Is anybody there' })).toMatchObject({
    type: 'accepted',
  });
  await other.close();
  await client.ask({ type: 'ping' });
  expect(client.messages.filter((message) => message.type === 'user_message')).toEqual([]);
});

test('an id like constructor is treated like any other', async () => {
  const api = apiOf(server);
  const set = await api<{ id: string }>('POST', '/api/recall/sets', { title: 'Odd ids' });
  for (const [id, text] of [
    ['constructor', POINTS[0]],
    ['toString', POINTS[1]],
  ])
    await api('POST', `/api/recall/sets/${set.id}/points`, { id, text });
  await expect(api('POST', `/api/recall/sets/${set.id}/points`, { id: '__proto__', text: 'x' })).rejects.toThrow(/400/);
  const begun = await api<SessionSummary>('POST', '/api/sessions', { id: randomUUID(), mode: 'recall', setId: set.id });
  await client.ask({ type: 'user_message', session: begun.session, content: POINTS[1] });
  await client.ask({ type: 'end_session', session: begun.session });
  const review = await api<{ points: { pointId: string; rating: string }[] }>(
    'GET',
    `/api/recall/sessions/${begun.session}/review`,
  );
  expect(review.points.find((point) => point.pointId === 'toString')).toMatchObject({ recalled: true, rating: 'good' });
});

test('text that is empty after cleaning is refused everywhere', async () => {
  const api = apiOf(server);
  for (const title of ['', ' ', '\u0001', '\u200b\u200e'])
    await expect(api('POST', '/api/recall/sets', { title })).rejects.toThrow(/400 .*title/);
  const set = await api<{ id: string; title: string }>('POST', '/api/recall/sets', { title: 'a\u0000b' });
  expect(set.title).toBe('ab');
  await expect(api('POST', `/api/recall/sets/${set.id}/points`, { text: '\u0007' })).rejects.toThrow(/400 .*text/);
  await expect(api('PATCH', `/api/sessions/${session}`, { title: '\u0007' })).rejects.toThrow(/400 .*title/);
});

test('a resent paste is added once', async () => {
  const api = apiOf(server);
  const set = await api<{ id: string }>('POST', '/api/recall/sets', { title: 'Twice' });
  const paste = { id: randomUUID(), text: 'One.\nTwo.' };
  for (let time = 0; time < 2; time += 1)
    expect(await api('POST', `/api/recall/sets/${set.id}/paste`, paste)).toMatchObject({ added: 2 });
  expect((await api<SetDetail>('GET', `/api/recall/sets/${set.id}`)).points).toBe(2);
});

test('a flood is rejected with an error that gives the time to retry', async () => {
  const flood = () => {
    for (let index = 0; index < 1_000; index += 1) client.sendRaw(`{"type":"ping","id":"p${index}"}`);
    return client.ask({ type: 'ping' });
  };
  while ((await flood()).type === 'pong');
  expect(await client.find('error')).toMatchObject({ kind: 'too-many', retryAfterMs: 5_000 });
});

test('every frame matches the wire schema, and none contains the text of an open point or a quote, except a card', async () => {
  await client.ask({ type: 'subscribe', session });
  for (const content of [
    'I do not know.',
    'Give me a hint',
    'no idea',
    'Adenosine builds up while we are awake',
    'hint',
  ]) {
    const before = client.messages.filter((message) => message.type === 'assistant_complete').length;
    await client.ask({ type: 'user_message', session, content });
    await client.find(
      'assistant_complete',
      (message) => client.messages.filter((other) => other.type === 'assistant_complete').indexOf(message) >= before,
    );
  }
  for (const message of client.messages) expect(downMessage.parse(message)).toEqual(message);
  expect(client.messages.filter((message) => message.type === 'point_recalled')).toHaveLength(1);
  const isCard = (frame: string) => frame.startsWith('{"type":"card_shown"');
  const frames = () => client.frames.filter((frame) => !isCard(frame)).join('\n');
  expect(frames()).not.toMatch(/blocks adenosine receptors|"hidden"|"verdict|"feedback|"quote/i);
  expect(client.frames.filter(isCard).join('\n')).not.toMatch(/blocks adenosine receptors/i);
  await client.ask({ type: 'request_help', session, kind: 'tell' });
  await client.find('turn_ended');
  expect(client.frames.filter(isCard).join('\n')).toMatch(/blocks adenosine receptors/i);
  expect(frames()).not.toMatch(/blocks adenosine receptors|"hidden"|"verdict|"feedback|"quote/i);
});

test('a set without points cannot be started', async () => {
  const api = apiOf(server);
  const set = await api<{ id: string }>('POST', '/api/recall/sets', { title: 'Empty' });
  await expect(api('POST', '/api/sessions', { id: randomUUID(), mode: 'recall', setId: set.id })).rejects.toThrow(
    /409 .*no-points/,
  );
});

test('a paste of 10,000 points with broken lines is reported by line, and adds the rest or nothing', async () => {
  const api = apiOf(server);
  const set = await api<{ id: string }>('POST', '/api/recall/sets', { title: 'Large' });
  const lines = Array.from({ length: 10_000 }, (_, index) => `Point ${index} says something of its own.`);
  lines[17] = '- ';
  lines[4_000] = 'x'.repeat(2_001);
  lines[9_999] = 'broken \ufffd bytes';
  const text = lines.join('\n');
  const refusedPaste = await api<PasteResult>('POST', `/api/recall/sets/${set.id}/paste`, { text });
  expect(refusedPaste).toMatchObject({ added: 0, readable: 9_997 });
  expect(refusedPaste.broken.map((line) => line.line)).toEqual([18, 4_001, 10_000]);
  expect((await api<SetDetail>('GET', `/api/recall/sets/${set.id}`)).items).toHaveLength(0);
  expect(await api<PasteResult>('POST', `/api/recall/sets/${set.id}/paste`, { text, skipBroken: true })).toMatchObject({
    added: 9_997,
  });
  const { items } = await api<SetDetail>('GET', `/api/recall/sets/${set.id}`);
  expect(items).toHaveLength(9_997);
  expect(items.slice(15, 19).map((item) => item.text)).toEqual(
    [15, 16, 18, 19].map((index) => `Point ${index} says something of its own.`),
  );
  const begun = await api<SessionSummary>('POST', '/api/sessions', { id: randomUUID(), mode: 'recall', setId: set.id });
  expect(begun.status).toBe('open');
});

async function snapshotOf(id: string) {
  const reader = await connect(server);
  await reader.ask({ type: 'subscribe', session: id });
  const snapshot = await reader.find('session_snapshot');
  await reader.close();
  return snapshot;
}
