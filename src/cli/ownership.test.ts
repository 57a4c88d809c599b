import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { SignInsAnswer, TokenAnswer } from '#account/protocol.ts';
import { upMessage } from '#composition/protocol.ts';
import type { AddedSources, LibraryOverview, SourceList } from '#library/sources/protocol.ts';
import type { Bucket } from '#library/storage/protocol.ts';
import type { SessionReview } from '#modes/recall/reviews/protocol.ts';
import type { RecallPoint, SetDetail } from '#modes/recall/sets/protocol.ts';
import type { AccessTokensAnswer } from '#programs/protocol.ts';
import type { SessionSummary } from '#session/protocol.ts';
import type { LastAction } from '#undo/protocol.ts';

import { runQuery } from '../../fixtures/database/run-query.ts';
import { addPerson } from '../../fixtures/server/add-person.ts';
import { beginSession } from '../../fixtures/server/begin-session.ts';
import { apiOf, type ChildServer, startChildServer } from '../../fixtures/server/child-server.ts';
import { archiveOf, downloadExport } from '../../fixtures/server/download-export.ts';
import { connect } from '../../fixtures/server/wire-client.ts';

/** Tries another person's ids on every route and command that the server lists. */
const home = mkdtempSync(path.join(tmpdir(), 'warren-ownership-'));
let server: ChildServer;
let stranger: { url: string; token: string };
type Name =
  | 'setId'
  | 'pointId'
  | 'session'
  | 'review'
  | 'hole'
  | 'subject'
  | 'sourceId'
  | 'highlightId'
  | 'bucketId'
  | 'exploration'
  | 'messageId'
  | 'draft'
  | 'number'
  | 'terminal'
  | 'toolUse'
  | 'image'
  | 'place'
  | 'signIn'
  | 'device'
  | 'accessToken'
  | 'imageId';
let ids: Record<Name, string>;
/** Ids inside the chat of a terminal. Access depends only on the owner of the terminal. */
const ofChat = { toolUse: 'toolu_1', image: 'toolu_1', place: '0' };

interface OpenApi {
  paths: Record<string, Record<string, { requestBody?: unknown }>>;
}

beforeAll(async () => {
  // New keys are checked at this address, where nothing listens.
  server = await startChildServer({ home, environment: { ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' } });
  const api = apiOf(server);
  const set = await api<{ id: string }>('POST', '/api/recall/sets', { title: 'Private' });
  const point = await api<RecallPoint>('POST', `/api/recall/sets/${set.id}/points`, { text: 'A private point.' });
  const { session } = await api<SessionSummary>('POST', '/api/sessions', {
    id: randomUUID(),
    mode: 'recall',
    setId: set.id,
  });
  const bucket = await api<Bucket>('POST', '/api/library/buckets', { name: 'Private' });
  const source = { content: 'A private text. See [[Private]].', bucketId: bucket.id, tags: ['private'] };
  const { results } = await api<AddedSources>('POST', '/api/library/sources', { sources: [source] });
  const sourceId = results[0]?.source.id ?? '';
  const marked = await api<{ id: string }>('POST', `/api/library/sources/${sourceId}/highlights`, {
    version: 1,
    start: 0,
    end: 9,
    color: 'green',
  });
  const library = { sourceId, bucketId: bucket.id, highlightId: marked.id };
  await addFile(library.sourceId);
  const own = {
    setId: set.id,
    pointId: point.id,
    session,
    subject: set.id,
    imageId: await addImage(point.id),
    ...library,
  };
  ids = {
    ...own,
    review: await finishOne(),
    hole: await followOne(),
    exploration: '',
    messageId: '',
    draft: '',
    number: '1',
    terminal: '',
    ...(await signInOne()),
    accessToken: await makeCaptureToken(),
    ...ofChat,
  };
  ids = { ...ids, ...(await exploreOne()), terminal: await runOne() };
  await api('PUT', '/api/models/providers/anthropic', { key: 'sk-ant-the-owners-private-key' });
  stranger = await addPerson(server, { home, name: 'Stranger' });
});
/** Adds the original file of a source beside the server. */
const addFile = (sourceId: string) =>
  runQuery(
    home,
    `insert into source_files (source_id, person_id, name, media_type, size, bytes)
     values (?, (select person_id from sources where id = ?), 'private.txt', 'text/plain', 1, ?)`,
    [sourceId, sourceId, Buffer.from('a')],
  );
/** Creates an image of a point and returns its id. */
async function addImage(pointId: string): Promise<string> {
  const response = await fetch(`${server.url}/api/recall/points/${pointId}/images`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'image/gif' },
    body: 'GIF89a',
  });
  return ((await response.json()) as { id: string }).id;
}
/** Finishes a session of the owner and returns the id of its review. */
async function finishOne(): Promise<string> {
  const api = apiOf(server);
  const { session } = await beginSession(api, ['Bees see ultraviolet light.'], 'Finished');
  const client = await connect(server);
  await client.ask({ type: 'subscribe', session });
  await client.ask({ type: 'user_message', session, content: 'Bees see ultraviolet light.' });
  await client.find('session_complete_overlay');
  await client.ask({ type: 'dismiss_overlay', session, choice: 'done' });
  await client.close();
  const { points } = await api<SessionReview>('GET', `/api/recall/sessions/${session}/review`);
  return points[0]?.reviewId ?? '';
}
/** Enters a rabbit hole in a session of the owner and returns its id. */
async function followOne(): Promise<string> {
  const { session } = await beginSession(apiOf(server), ['Bees see ultraviolet light.'], 'Followed');
  const client = await connect(server);
  await client.ask({ type: 'subscribe', session });
  const { state } = await client.find('session_snapshot');
  const messageId = state.messages[0]?.id;
  await client.ask({ type: 'open_rabbithole', session, topic: 'a private tangent', messageId });
  const { thread } = await client.find('mode_entered', ({ mode }) => mode === 'rabbit-hole');
  await client.ask({ type: 'exit_rabbithole', session });
  await client.find('rabbithole_exited');
  await client.close();
  return thread;
}
/** Creates an exploration of the owner with one reply and a draft. */
async function exploreOne(): Promise<{ exploration: string; messageId: string; draft: string; number: string }> {
  const begin = { id: randomUUID(), mode: 'explore', manualSourceIds: [ids.sourceId] };
  const { session } = await apiOf(server)<SessionSummary>('POST', '/api/sessions', begin);
  const client = await connect(server);
  await client.ask({ type: 'subscribe', session });
  await client.ask({ type: 'user_message', session, content: 'What is private here?' });
  const { messageId } = await client.find('assistant_complete');
  await client.find('title_changed');
  await client.ask({ type: 'set_mode', session, mode: 'draft' });
  await client.ask({ type: 'user_message', session, content: 'Write about what is private' });
  await client.find('assistant_complete', (event) => event.messageId !== messageId);
  await client.close();
  const { drafts } = await apiOf(server)<{ drafts: { id: string }[] }>('GET', `/api/drafts?session=${session}`);
  return { exploration: session, messageId, draft: drafts[0]?.id ?? '', number: '1' };
}
/** Signs in a browser of the owner that gets notifications. */
async function signInOne(): Promise<{ signIn: string; device: string }> {
  await apiOf(server)('POST', '/api/sign-in', { token: server.token });
  const { signIns } = await apiOf(server)<SignInsAnswer>('GET', '/api/sign-ins');
  const signIn = signIns[0]?.id ?? '';
  await runQuery(
    home,
    `insert into push_devices (id, person_id, sign_in_hash, endpoint, public_key, p256dh, auth, created_at)
     values ('device', (select person_id from sign_ins where id_hash = ?), ?, 'https://127.0.0.1/1', 'k', 'k', 'k', 1)`,
    [signIn, signIn],
  );
  return { signIn, device: 'device' };
}
let captureToken: string;
async function makeCaptureToken(): Promise<string> {
  const api = apiOf(server);
  ({ token: captureToken } = await api<TokenAnswer>('POST', '/api/access-tokens', {
    name: 'Phone',
    scopes: ['capture'],
  }));
  const { tokens } = await api<AccessTokensAnswer>('GET', '/api/access-tokens');
  return tokens[0]?.id ?? '';
}
/** Starts a terminal of the owner. */
async function runOne(): Promise<string> {
  const { session } = await apiOf(server)<{ session: string }>('POST', '/api/terminals', {
    folder: home,
    program: { kind: 'command', command: ['cat'] },
  });
  return session;
}
afterAll(async () => {
  await server.stop();
  rmSync(home, { recursive: true, force: true, maxRetries: 10 });
});

/** A valid body for each route with one, so that only ownership can cause the refusal. */
const bodies = (): Record<string, object> => ({
  'POST /api/terminals/{terminal}/changes/revert': { since: 'start', files: [{ path: 'private.txt', version: '' }] },
  'POST /api/terminals/{terminal}/changes/stage': { paths: ['private.txt'], isStaged: true },
  'POST /api/terminals/{terminal}/changes/commit': { message: 'Private', staged: '' },
  'PATCH /api/sessions/{session}': { title: 'Mine now' },
  'PATCH /api/recall/sets/{setId}': { title: 'Mine now' },
  'POST /api/recall/sets/{setId}/points': { text: 'Mine now.' },
  'POST /api/recall/sets/{setId}/paste': { text: 'Mine now.' },
  'POST /api/recall/sets/{setId}/findings': { points: [{ text: 'Mine now.' }] },
  'POST /api/recall/sets/{setId}/write-points': { text: 'Mine is a text.' },
  'POST /api/recall/sets/{setId}/points-from-source': {
    sourceId: ids.sourceId,
    points: [{ text: 'Mine now.', sentence: 'Mine.' }],
  },
  'PATCH /api/library/buckets/{bucketId}': { name: 'Mine now', position: 0 },
  'POST /api/library/sources/{sourceId}/highlights': { version: 1, start: 0, end: 4, color: 'red' },
  'PATCH /api/library/highlights/{highlightId}': { note: 'Mine now' },
  'PATCH /api/library/sources/{sourceId}': { version: 1, title: 'Mine now' },
  'PATCH /api/recall/points/{pointId}': { text: 'Mine now.' },
  'PATCH /api/recall/images/{imageId}': { side: 'question' },
  'POST /api/recall/points/{pointId}/images': {},
  'POST /api/recall/points/{pointId}/split': { parts: [{ text: 'Mine now.' }, { text: 'And this.' }] },
  'POST /api/recall/reviews/{review}/dispute': { rating: 'easy' },
  'POST /api/recall/sessions/{session}/points/{pointId}/dispute': { rating: 'easy' },
  'POST /api/recall/sessions/{session}/review/shown': { pointIds: [ids.pointId] },
  'POST /api/sessions/{terminal}/chat/files': {},
  'POST /api/sessions/{terminal}/prompts/answer': {
    id: randomUUID(),
    permissionId: randomUUID(),
    shown: 'private',
    behavior: 'allow',
  },
  'POST /api/sessions/{terminal}/chat/keep': { from: ids.messageId, to: ids.messageId },
  'PUT /api/notifications/devices/{device}': { withWords: true },
  'PUT /api/drafts/{draft}/text': { text: 'Mine now.', number: 1, revision: 1, editing: 'mine', save: 1 },
  'POST /api/drafts/{draft}/restore': { number: 1 },
  'POST /api/drafts/{draft}/keep': { number: 1 },
  'POST /api/drafts/{draft}/quote': { sourceId: ids.sourceId, version: 1, start: 0, end: 4 },
  'PATCH /api/drafts/{draft}': { status: 'ready' },
  'PATCH /api/drafts/{draft}/versions/{number}': { name: 'Mine now' },
  'PUT /api/terminals/{terminal}/permission-mode': { mode: 'plan' },
  'POST /api/terminals/{terminal}/restart': { size: { cols: 80, rows: 24 } },
});

const queries: Record<string, string> = {
  'GET /api/terminals/{terminal}/changes/file': '?path=private.txt',
  'GET /api/sessions/{session}/events': '?before=100',
  'GET /api/sessions/{terminal}/chat/completions': '?kind=file',
  'POST /api/sessions/{terminal}/chat/files': '?name=mine.txt',
  'GET /api/recall/sets/{setId}/points': '?first=10&after=none',
  'GET /api/recall/sets/{setId}/exam-plan': `?on=${new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)}`,
};

async function snapshot(): Promise<unknown> {
  const api = apiOf(server);
  return [
    await api('GET', '/api/recall/sets'),
    await api<SetDetail>('GET', `/api/recall/sets/${ids.setId}`),
    await api('GET', '/api/sessions'),
    await api('GET', `/api/sessions/${ids.session}/events?before=1000`),
    await api('GET', `/api/rabbitholes/${ids.hole}`),
    await api('GET', '/api/models'),
    // The progress of indexing changes on its own.
    { ...(await api<LibraryOverview>('GET', '/api/library')), meaning: null },
    await api('GET', '/api/library/sources'),
    await api('GET', `/api/library/sources/${ids.sourceId}`),
    await api('GET', '/api/library/highlights'),
    await api('GET', '/api/undo'),
    await api('GET', '/api/sign-ins'),
    (await api<AccessTokensAnswer>('GET', '/api/access-tokens')).tokens.map(({ id, name }) => [id, name]),
    await api('GET', '/api/terminals'),
    await api('GET', '/api/terminals/ended'),
    await api('GET', '/api/drafts'),
    await api('GET', `/api/drafts/${ids.draft}/versions/1`),
  ];
}

test('no route reads or changes another person’s data', async () => {
  const before = await snapshot();
  const { paths } = await apiOf(stranger)<OpenApi>('GET', '/api/openapi.json');
  const tried: string[] = [];
  for (const [route, methods] of Object.entries(paths))
    for (const [method, described] of Object.entries(methods)) {
      // Providers, roles, model servers and platforms have the same ids for everyone; the next test covers them.
      // Sessions stored by Claude Code are visible to everybody who can open terminals, and to nobody else.
      if (!route.includes('{') || /\{(provider|role|server|platform|claudeSession)\}/.test(route)) continue;
      const name = `${method.toUpperCase()} ${route}`;
      const body = bodies()[name];
      if (described.requestBody) expect(body, `${name} needs a body in this test`).toBeDefined();
      const filled = route.replace(/\{(\w+)\}/g, (_, key: keyof typeof ids) => {
        expect(ids[key], `${name} has an id that this test does not know: ${key}`).toBeDefined();
        return ids[key];
      });
      const requestAs = ({ url, token }: typeof stranger) =>
        fetch(`${url}${filled}${queries[name] ?? ''}`, {
          method: method.toUpperCase(),
          headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
          ...(body && { body: JSON.stringify(body) }),
        });
      const response = await requestAs(stranger);
      expect({ name, status: response.status, ...((await response.json()) as object) }).toMatchObject({
        name,
        status: 404,
        kind: 'not-found',
      });
      // The owner can access the same ids.
      if (method === 'get')
        expect({ name, status: (await requestAs(server)).status }).not.toEqual({ name, status: 404 });
      tried.push(name);
    }
  expect(tried.length).toBeGreaterThan(10);
  expect(await snapshot()).toEqual(before);
});

test('a capture token can add to the library, but not read or change anything', async () => {
  const api = apiOf(server);
  const before = await snapshot();
  const authorization = `Bearer ${captureToken}`;
  const { paths } = await api<OpenApi>('GET', '/api/openapi.json');
  const open = ['/api/sign-in', '/api/sign-out', '/api/library/capture'];
  const tried: string[] = [];
  for (const [route, methods] of Object.entries(paths))
    for (const method of Object.keys(methods)) {
      if (open.includes(route)) continue;
      const name = `${method.toUpperCase()} ${route}`;
      const filled = route.replace(/\{(\w+)\}/g, (_, key: keyof typeof ids) => ids[key] ?? 'anthropic');
      const body = bodies()[name];
      const response = await fetch(`${server.url}${filled}${queries[name] ?? ''}`, {
        method: method.toUpperCase(),
        headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      expect({ name, ...((await response.json()) as object) }).toMatchObject({ name, kind: 'wrong-token' });
      tried.push(name);
    }
  expect(tried.length).toBeGreaterThan(100);
  await expect(connect({ url: server.url, token: captureToken })).rejects.toThrow('401');
  await expect(api('POST', '/api/sign-in', { token: captureToken })).rejects.toThrow('wrong-token');
  expect(await snapshot()).toEqual(before);

  const capture = async (body: BodyInit, type?: string, query = '') => {
    const response = await fetch(`${server.url}/api/library/capture${query}`, {
      method: 'POST',
      headers: { authorization, ...(type !== undefined && { 'content-type': type }) },
      body,
    });
    return (await response.json()) as { kept?: number; field?: string; kind?: string };
  };
  const form = new FormData();
  form.append('text', 'A thought on the way.');
  form.append('url', 'http://127.0.0.1/read');
  form.append('files', new File(['# Captured'], 'captured.md'));
  form.append('files', new File(['\xff\xd8\xff'], 'board.jpg', { type: 'image/jpeg' }));
  expect(await capture(form)).toEqual({ kept: 3 });
  // The answer does not reveal whether the library already has the text.
  const known = await capture(JSON.stringify({ text: 'A private text. See [[Private]].' }), 'application/json');
  expect(known).toEqual({ kept: 1 });
  expect(await capture('A whole file.', 'application/octet-stream', '?name=sent.txt')).toEqual({ kept: 1 });
  expect(await capture('text=Typed', 'application/x-www-form-urlencoded')).toEqual({ kept: 1 });
  expect(await capture('{}', 'application/json')).toMatchObject({ kind: 'malformed', field: 'body' });
  expect(await capture('{"url":7}', 'application/json')).toMatchObject({ kind: 'malformed', field: 'url' });
  const hollow = new FormData();
  hollow.append('files', new File([], 'hollow.pdf'));
  expect(await capture(hollow)).toMatchObject({ kind: 'malformed', field: 'hollow.pdf' });
  const list = () => api<SourceList>('GET', '/api/library/sources');
  // Later tests compare the state before and after.
  await expect.poll(async () => (await list()).sources.filter(({ state }) => state === 'waiting')).toEqual([]);
  expect((await list()).sources.map(({ title, url }) => url ?? title)).toEqual(
    expect.arrayContaining(['http://127.0.0.1/read', 'Captured', 'board', 'sent', 'Typed']),
  );

  await api('DELETE', `/api/access-tokens/${ids.accessToken}`);
  expect(await capture('Too late.', 'text/plain')).toMatchObject({ kind: 'signed-out' });
});

test('a download contains the person’s own data and nothing else', async () => {
  const own = await downloadExport(server);
  expect(Object.values(own).join('\n')).toContain('A private point.');
  expect((await archiveOf(stranger)).status).toBe(404);
  const other = await downloadExport(stranger);
  expect(Object.values(other).join('\n')).not.toMatch(/private/i);
  expect(other['README.md']).toContain('# Everything of Stranger');
});

test('a person’s provider and role settings affect nobody else', async () => {
  const before = await snapshot();
  const api = apiOf(stranger);
  await api('PUT', '/api/models/providers/anthropic', { key: 'sk-ant-mine-now' });
  await api('PUT', '/api/models/roles/tutor', { provider: null, model: '', maxTokens: 100 });
  expect(await snapshot()).toEqual(before);
  await api('DELETE', '/api/models/roles/tutor');
  await api('PUT', '/api/models/providers/anthropic', { key: null });
  expect(await snapshot()).toEqual(before);
});

test('a key belongs to one person and is returned to nobody', async () => {
  const [own, other] = [await apiOf(server)('GET', '/api/models'), await apiOf(stranger)('GET', '/api/models')];
  expect(own).toMatchObject({ providers: [{ key: 'own', keyEnd: '-key' }, { key: 'none' }] });
  expect(other).toMatchObject({ providers: [{ key: 'none', keyEnd: null }, { key: 'none' }] });
  expect(JSON.stringify([own, other])).not.toContain('private');
  expect(server.errors()).not.toContain('private');
});

test('no id in a body reaches another person’s data', async () => {
  const before = await snapshot();
  const api = apiOf(stranger);
  const mine = await api<{ id: string }>('POST', '/api/recall/sets', { title: 'Mine' });
  const attempts: [string, object][] = [
    ['/api/sessions', { id: randomUUID(), mode: 'recall', setId: ids.setId }],
    ['/api/sessions', { id: ids.session, mode: 'recall', setId: mine.id }],
    ['/api/recall/sets', { id: ids.setId, title: 'Mine now' }],
    [`/api/recall/sets/${mine.id}/points`, { id: ids.pointId, text: 'Mine now.' }],
    [`/api/recall/sets/${mine.id}/write-points`, { sourceId: ids.sourceId }],
    [
      `/api/recall/sets/${mine.id}/points-from-source`,
      { sourceId: ids.sourceId, points: [{ text: 'Mine now.', sentence: 'Mine.' }] },
    ],
    ['/api/library/buckets', { id: ids.bucketId, name: 'Mine now' }],
    ['/api/library/sources', { sources: [{ content: 'Mine.' }, { id: ids.sourceId, content: 'Mine now.' }] }],
    ['/api/library/sources', { sources: [{ content: 'Mine.', bucketId: ids.bucketId }] }],
    ['/api/library/sources', { sources: [{ content: 'Mine.', from: { session: ids.session } }] }],
    [
      '/api/library/sources',
      {
        sources: [
          {
            content: 'Mine.',
            from: { session: ids.exploration, messageId: ids.messageId, lastMessageId: ids.messageId },
          },
        ],
      },
    ],
    ['/api/library/sources/change', { ids: [ids.sourceId], isArchived: true }],
    ['/api/library/sources/change', { ids: [ids.sourceId], bucketId: null }],
    ['/api/library/sources/delete', { ids: [ids.sourceId] }],
    ['/api/undo', { id: (await apiOf(server)<LastAction>('GET', '/api/undo')).last?.id }],
  ];
  for (const [route, body] of attempts)
    await expect(api('POST', route, body), `${route} ${JSON.stringify(body)}`).rejects.toThrow(/404 .*not-found/);
  expect(await api('GET', '/api/library/sources')).toMatchObject({ sources: [] });
  expect(await snapshot()).toEqual(before);
});

test('no command reaches another person’s session, and none of its events reach them', async () => {
  const before = await snapshot();
  const client = await connect(stranger);
  const more: Record<string, object> = {
    user_message: { content: 'hello' },
    edit_message: { messageId: randomUUID(), content: 'mine now' },
    dismiss_overlay: { choice: 'done' },
    request_help: { kind: 'tell' },
    answer_self_check: { pointId: randomUUID(), isRecalled: true },
    answer_card: { cardId: randomUUID(), answers: [{ pointId: randomUUID(), isRecalled: true }] },
    enter_rabbithole: { rabbitholeEventId: ids.hole, topic: 'a private tangent' },
    open_rabbithole: { topic: 'mine now', messageId: randomUUID() },
    cut_tangent: { from: randomUUID(), to: randomUUID(), topic: 'mine now' },
    restore_tangent: { rabbitholeEventId: ids.hole },
    set_voice: { voice: { personId: null } },
    set_mode: { mode: 'draft' },
    set_platform: { platform: 'thread' },
    change_paragraph: { content: 'mine now', draftId: ids.draft, version: 1, start: 0, end: 3, words: 'One' },
    chat_input: { content: 'mine now' },
    answer_permission: { permissionId: randomUUID(), behavior: 'allow' },
  };
  const types = upMessage.options
    .filter((option) => 'session' in option.shape)
    .map((option) => option.shape.type.value);
  expect(types.length).toBeGreaterThan(6);
  for (const type of types) {
    const answer = await client.ask({ type, session: ids.session, ...more[type] });
    if (type === 'unsubscribe') expect(answer.type).toBe('accepted');
    else expect({ type, answer }).toMatchObject({ type, answer: { type: 'error', kind: 'not-found' } });
  }
  expect(await snapshot()).toEqual(before);
  const owner = await connect(server);
  await owner.ask({ type: 'user_message', session: ids.session, content: 'A private answer.' });
  await client.ask({ type: 'ping' });
  expect(client.frames.join('\n')).not.toMatch(/private/i);
  await Promise.all([client.close(), owner.close()]);
});

test('one message id from two people is two messages', async () => {
  const [owner, other] = [await connect(server), await connect(stranger)];
  const api = apiOf(stranger);
  const set = await api<{ id: string }>('POST', '/api/recall/sets', { title: 'Other' });
  await api('POST', `/api/recall/sets/${set.id}/points`, { text: 'Another point.' });
  const { session } = await api<SessionSummary>('POST', '/api/sessions', {
    id: randomUUID(),
    mode: 'recall',
    setId: set.id,
  });
  const id = randomUUID();
  const answers = [
    await owner.ask({ type: 'user_message', id, session: ids.session, content: 'one' }),
    await other.ask({ type: 'user_message', id, session, content: 'two' }),
  ];
  expect(answers).toMatchObject([
    { type: 'accepted', session: ids.session },
    { type: 'accepted', session },
  ]);
  await Promise.all([owner.close(), other.close()]);
});
