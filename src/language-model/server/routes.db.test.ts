import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { tablesOf } from '#database/server/database.ts';
import type { SessionTables } from '#session/server/tables.ts';

import { onDatabase } from '../../../fixtures/database/each-engine.ts';
import { collect, createModelWorld, type ModelWorld } from '../../../fixtures/provider/model-world.ts';
import { say } from '../../../fixtures/provider/script.ts';
import type { ModelSettings, OfferedModels, RoleTryResult, SessionUsage, UsageByDay } from '../protocol.ts';
import { requireKeySecret } from './keys/require-key-secret.ts';

const KEY = 'sk-ant-api03-my-own-key-wxyz';

onDatabase('the settings of models', (open) => {
  let store: Awaited<ReturnType<typeof open>>;
  let world: ModelWorld;
  let ada: string;

  async function begin(changes: Parameters<typeof createModelWorld>[1] = {}) {
    world = await createModelWorld(store, changes);
    ada = await world.person('Ada');
  }
  beforeEach(async () => {
    store = await open();
    await begin();
  });
  afterEach(() => world.close());

  const settings = (person = ada) => world.call<ModelSettings>('GET /api/models', person);
  const changeProvider = (provider: string, body: object) =>
    world.call<ModelSettings>('PUT /api/models/providers/:provider', ada, { params: { provider }, body });
  const changeRole = (role: string, body: object) =>
    world.call<ModelSettings>('PUT /api/models/roles/:role', ada, { params: { role }, body });
  const tryRole = (role: string, body: object = {}) =>
    world.call<RoleTryResult>('POST /api/models/roles/:role/try', ada, { params: { role }, body });

  test('without a key the embedded agents have all roles, and each role says why', async () => {
    const { roles, providers } = await settings();
    expect(providers.map(({ id, key, keyEnd }) => [id, key, keyEnd])).toEqual([
      ['anthropic', 'none', null],
      ['openai', 'none', null],
    ]);
    expect(roles[0]).toMatchObject({ id: 'tutor', isDefault: true, isEmbedded: true, playedBy: 'Built in' });
    expect(roles[0]?.notice).toMatch(/^There is no key for the server at /);
  });

  test('a key is stored encrypted, shown by its end, used and deleted', async () => {
    const { providers, roles } = await changeProvider('anthropic', { key: ` ${KEY} ` });
    expect(providers[0]).toMatchObject({ key: 'own', keyEnd: 'wxyz', baseUrl: world.double.url });
    expect(roles.map(({ id, playedBy }) => [id, playedBy])).toEqual([
      ['tutor', 'Claude Opus 5.5'],
      ['evaluator', 'Claude Haiku 4.5'],
      ['explorer', 'Claude Opus 5.5'],
      ['detector', 'Claude Haiku 4.5'],
      ['strategist', 'Claude Opus 5.5'],
      ['writer', 'Claude Opus 5.5'],
      ['point-writer', 'Claude Opus 5.5'],
      ['titler', 'Claude Haiku 4.5'],
      ['checker', 'Off: rules alone compare'],
      ['embedder', 'Built in'],
    ]);
    const rows = await world.deps.database.read.selectFrom('provider_keys').selectAll().execute();
    expect(rows[0]?.sealed_key).toMatch(/^v1\./);
    expect(JSON.stringify([rows, await settings()])).not.toContain('my-own-key');
    expect(statSync(world.deps.keySecret.place).mode & 0o777).toBe(0o600);
    expect(readdirSync(path.dirname(world.deps.keySecret.place))).toEqual(['provider-keys.key']);
    await tryRole('tutor');
    expect(world.double.requests[0]?.headers['authorization']).toBe(`Bearer ${KEY}`);
    expect((await changeProvider('anthropic', { key: null })).providers[0]).toMatchObject({
      key: 'none',
      keyEnd: null,
    });
    expect(await world.deps.database.read.selectFrom('provider_keys').selectAll().execute()).toEqual([]);
  });

  test('key and address change independently', async () => {
    await changeProvider('anthropic', { key: KEY });
    await changeProvider('anthropic', { baseUrl: 'https://proxy.example/v1/' });
    const { providers } = await settings();
    expect(providers[0]).toMatchObject({ key: 'own', baseUrl: 'https://proxy.example', baseUrlFrom: 'own' });
    await changeProvider('anthropic', { key: null });
    expect((await settings()).providers[0]).toMatchObject({ key: 'none', baseUrlFrom: 'own' });
  });

  test('another person neither sees nor uses a key', async () => {
    await changeProvider('anthropic', { key: KEY });
    const bob = await world.person('Bob');
    const { providers, roles } = await settings(bob);
    expect(providers[0]).toMatchObject({ key: 'none', keyEnd: null });
    expect(roles[0]?.isEmbedded).toBe(true);
    expect(await world.models.of(world.deps.database.read, bob, 'tutor')).toBeNull();
  });

  test('a key moved to another person cannot be decrypted', async () => {
    await changeProvider('anthropic', { key: KEY });
    const bob = await world.person('Bob');
    await world.deps.database.write(async (trx) => {
      await trx.updateTable('provider_keys').set({ person_id: bob }).where('person_id', 'in', [ada, bob]).execute();
    });
    expect((await settings(bob)).roles[0]?.notice).toContain('cannot be decrypted');
  });

  test.each([
    ['is gone', (file: string) => rmSync(file)],
    ['is another one', (file: string) => writeFileSync(file, Buffer.alloc(32, 7).toString('base64'))],
    ['is damaged', (file: string) => writeFileSync(file, 'half')],
  ])('a key file that %s says what to do, and giving the key again mends it', async (_, harm) => {
    await changeProvider('anthropic', { key: KEY });
    const file = world.deps.keySecret.place;
    harm(file);
    const { roles, providers } = await settings();
    expect(providers[0]).toMatchObject({ key: 'own', keyEnd: null });
    expect(roles[0]?.notice).toMatch(/cannot be decrypted.*Enter the key again/);
    expect(await tryRole('tutor')).toMatchObject({
      ok: false,
      message: expect.stringContaining('cannot be decrypted') as unknown,
    });
    expect(world.double.requests).toHaveLength(0);
    if (readFileOr(file) === 'half') rmSync(file);
    await changeProvider('anthropic', { key: KEY });
    expect(await tryRole('tutor')).toMatchObject({ ok: true });
  });

  test('a secret from the environment has to open the keys that are stored', async () => {
    await changeProvider('anthropic', { key: KEY });
    const file = world.deps.keySecret.place;
    const home = path.dirname(file);
    const requires = (keysKey: string | undefined) =>
      requireKeySecret(world.deps.database as never, { home, keysKey, isShared: false });
    await requires(readFileSync(file, 'utf8').trim());
    await requires(undefined);
    await expect(requires(Buffer.alloc(32, 7).toString('base64'))).rejects.toThrow(
      /^WARREN_KEYS_KEY does not hold the secret .* Copy provider-keys\.key/,
    );
  });

  test('the server’s key serves everyone and is not shown, and a person’s own key precedes it', async () => {
    await world.close();
    await begin({ serverKey: 'sk-ant-of-the-server-1234' });
    expect((await settings()).providers[0]).toMatchObject({ key: 'server', keyEnd: null });
    await tryRole('tutor');
    await changeProvider('anthropic', { key: KEY });
    await tryRole('tutor');
    expect(world.double.requests.map(({ headers }) => headers['authorization'])).toEqual([
      'Bearer sk-ant-of-the-server-1234',
      `Bearer ${KEY}`,
    ]);
  });

  test('the server’s key is never sent to an address set by a person', async () => {
    await world.close();
    await begin({ serverKey: 'sk-ant-of-the-server-1234', openaiKey: 'sk-of-the-server' });
    const { providers, roles } = await changeProvider('anthropic', { baseUrl: `${world.double.url}/mine` });
    expect(providers[0]).toMatchObject({ key: 'none', baseUrlFrom: 'own' });
    expect(roles[0]).toMatchObject({ choice: { provider: 'openai' } });
    await changeProvider('openai', { baseUrl: `${world.double.url}/v1` });
    await changeRole('tutor', { provider: 'openai', model: 'llama3.3', maxTokens: 100 });
    expect(await tryRole('tutor')).toMatchObject({ ok: true });
    await world.call('POST /api/models/providers/:provider/list', ada, { params: { provider: 'openai' } });
    expect(world.double.requests.map(({ headers }) => headers['authorization'])).toEqual([undefined]);
  });

  test.each([
    ['file:///etc/passwd'],
    ['ftp://example.org'],
    ['http://user:secret@example.org'],
    ['http://'],
    ['http://169.254.169.254/latest'],
    ['http://2852039166/latest'],
    ['http://[fe80::1]/'],
    ['http://[::ffff:169.254.169.254]/'],
    ['http://metadata.google.internal/v1'],
    ['http://metadata.google.internal./v1'],
    ['http://169.254.169.254./v1'],
    ['http://[fd00:ec2::254]/'],
    ['http://100.100.100.200/'],
    ['http://example.org/?q=1'],
    ['not an address'],
  ])('the address %s is refused, and nothing is kept', async (baseUrl) => {
    await expect(changeProvider('openai', { baseUrl })).rejects.toThrow();
    expect(await world.deps.database.read.selectFrom('provider_keys').selectAll().execute()).toEqual([]);
  });

  test('an empty answer to a try is a problem', async () => {
    await changeProvider('anthropic', { key: KEY });
    world.double.answer(() => say(' \n '));
    expect(await tryRole('tutor')).toMatchObject({ ok: false, message: 'It gave an empty answer.' });
  });

  test('a chosen local model works without a key', async () => {
    const changed = await changeProvider('openai', { baseUrl: world.double.url });
    expect(changed.providers[1]).toMatchObject({ baseUrl: `${world.double.url}/v1`, baseUrlFrom: 'own' });
    const host = new URL(world.double.url).host;
    expect(changed.roles[0]).toMatchObject({ isEmbedded: true, isDefault: true });
    expect(changed.roles[0]?.notice).toContain(`Warren does not know the models of the server at ${host}`);
    const { roles } = await changeRole('tutor', { provider: 'openai', model: 'llama3.3', maxTokens: 500 });
    expect(roles[0]).toMatchObject({ isEmbedded: false, isDefault: false, playedBy: 'llama3.3', notice: null });
    expect(await tryRole('tutor')).toMatchObject({ ok: true, message: 'There.', costMicros: null });
  });

  test('with a key for OpenAI only, the defaults are models of OpenAI', async () => {
    await world.close();
    await begin({ openaiKey: 'sk-proj-1234567890' });
    const { roles } = await settings();
    // The checker is off until a model is chosen for it.
    const others = roles.filter(({ id }) => id !== 'checker');
    expect(new Set(others.map(({ choice }) => choice.provider))).toEqual(new Set(['openai']));
    expect(others.every(({ isEmbedded, notice }) => !isEmbedded && notice === null)).toBe(true);
    expect(roles.find(({ id }) => id === 'checker')).toMatchObject({ isEmbedded: true, notice: null });
  });

  test('a rejected key is refused with the reason and not stored', async () => {
    world.double.answerList(401);
    await expect(changeProvider('anthropic', { key: KEY })).rejects.toMatchObject({
      kind: 'malformed',
      message: expect.stringMatching(/rejected this key: “invalid x-api-key”\. It was not saved\.$/),
      detail: { field: 'key' },
    });
    expect((await settings()).providers[0]).toMatchObject({ key: 'none' });
    world.double.answerList(null);
    const { providers } = await changeProvider('anthropic', { key: KEY });
    expect(providers[0]).toMatchObject({ key: 'own', isUnchecked: false });
  });

  test('a key that replaces another one is refused too, and the old one stays', async () => {
    await changeProvider('anthropic', { key: KEY });
    world.double.answerList(401);
    await expect(changeProvider('anthropic', { key: 'sk-ant-another-0000' })).rejects.toThrow('rejected this key');
    expect((await settings()).providers[0]).toMatchObject({ key: 'own', keyEnd: 'wxyz', isUnchecked: false });
  });

  test.each([500, 529, 429])(
    'a key that could not be checked (%d) is kept without a role until it is, or until a role is chosen for it',
    async (status) => {
      world.double.answerList(status);
      const { providers, roles } = await changeProvider('anthropic', { key: KEY });
      expect(providers[0]).toMatchObject({ key: 'own', keyEnd: 'wxyz', isUnchecked: true });
      expect(roles.every(({ isEmbedded }) => isEmbedded)).toBe(true);
      expect(roles[0]?.notice).toMatch(/^Your key for .* is not checked yet/);
      const chosen = await changeRole('tutor', { provider: 'anthropic', model: 'claude-opus-5-5', maxTokens: 100 });
      expect(chosen.roles.map(({ isEmbedded }) => isEmbedded)).toEqual([
        false,
        true,
        true,
        true,
        true,
        true,
        true,
        true,
        true,
        true,
      ]);
      world.double.answerList(null);
      await world.call('POST /api/models/providers/:provider/list', ada, { params: { provider: 'anthropic' } });
      const checked = await settings();
      expect(checked.providers[0]).toMatchObject({ keyEnd: 'wxyz', isUnchecked: false });
      // Anthropic has no embedding models, and the checker is off.
      expect(checked.roles.flatMap(({ id, isEmbedded }) => (isEmbedded ? [id] : []))).toEqual(['checker', 'embedder']);
      expect(checked.roles.every(({ notice }) => notice === null)).toBe(true);
    },
  );

  test('a provider that cannot be reached leaves the key unchecked', async () => {
    const { providers } = await changeProvider('anthropic', { key: KEY, baseUrl: 'http://127.0.0.1:9' });
    expect(providers[0]).toMatchObject({ key: 'own', isUnchecked: true });
  });

  test('a key is checked again when it would be sent to another address', async () => {
    await changeProvider('anthropic', { key: KEY });
    const { providers, roles } = await changeProvider('anthropic', { baseUrl: 'http://127.0.0.1:9' });
    expect(providers[0]).toMatchObject({ keyEnd: 'wxyz', isUnchecked: true });
    expect(roles.every(({ isEmbedded }) => isEmbedded)).toBe(true);
  });

  test.each([403, 404])('a key that may not list models (%d) is not rejected', async (status) => {
    world.double.answerList(status);
    expect((await changeProvider('anthropic', { key: KEY })).providers[0]).toMatchObject({ isUnchecked: false });
  });

  test('a try returns the answer, or what went wrong and what to do', async () => {
    expect(await tryRole('tutor')).toMatchObject({ ok: false, remedy: 'Until then what is built in answers.' });
    await changeProvider('anthropic', { key: KEY });
    world.double.answer(() => ({ ...say('I am there.'), usage: { input: 100, output: 10 } }));
    expect(await tryRole('evaluator')).toMatchObject({
      ok: true,
      message: 'I am there.',
      costMicros: 150,
      remedy: null,
    });
    expect(world.double.requests[0]).toMatchObject({ isStreamed: false, body: { temperature: 0.3 } });
    world.double.answer(() => ({ pieces: ['I am'], stop: 'limit' }));
    expect(await tryRole('titler')).toMatchObject({
      ok: false,
      message: 'Its answer was cut at 256 tokens: “I am”.',
      remedy: 'Allow it a longer answer, or choose another model.',
    });
    world.double.answer(() => ({ status: 404 }));
    const choice = { provider: 'anthropic', model: 'claude-none', maxTokens: 100 };
    expect(await tryRole('tutor', { choice })).toMatchObject({
      ok: false,
      message: expect.stringContaining('claude-none') as unknown,
      remedy: 'Choose another one in Settings, under Models.',
      costMicros: null,
    });
    expect(await tryRole('titler', { choice: { provider: null, model: '', maxTokens: 16 } })).toMatchObject({
      ok: true,
    });
    expect((await settings()).roles[0]).toMatchObject({ isDefault: true });
  });

  test('the models that a provider offers are listed; a failure says what to do', async () => {
    const list = () =>
      world.call<OfferedModels>('POST /api/models/providers/:provider/list', ada, {
        params: { provider: 'anthropic' },
      });
    await expect(list()).rejects.toMatchObject({ kind: 'refused', detail: { reason: 'no-key' } });
    await changeProvider('anthropic', { key: KEY });
    expect((await list()).models).toEqual([{ id: 'claude-opus-5-5', name: 'The claude-opus-5-5' }]);
    await changeProvider('anthropic', { baseUrl: `${world.double.url}/nowhere` });
    await expect(list()).rejects.toMatchObject({ kind: 'model-failed' });
  });

  test('usage is summed by day and by session, with failures and cache hits', async () => {
    await changeProvider('anthropic', { key: KEY });
    await tablesOf<SessionTables>(store).write(async (trx) => {
      const times = { created_at: 0, updated_at: 0 };
      const row = { person_id: ada, mode: 'recall', title: '', status: 'open', last_line: '', head: 1, needs_you: 0 };
      await trx
        .insertInto('sessions')
        .values({ ...row, ...times, id: 'mine', under_way: 0 })
        .execute();
    });
    world.double.answer((_, index) =>
      index === 1 ? { status: 529 } : { ...say('There.'), usage: { input: 1_000, output: 100, cacheRead: 3_000 } },
    );
    const prompt = {
      system: [],
      messages: [{ author: 'person' as const, parts: [{ text: 'Hello.' }] }],
      delivery: 'stream' as const,
    };
    const speak = async (role: 'tutor' | 'evaluator', session: string | null) => {
      const model = await world.models.of(world.deps.database.read, ada, role);
      await collect(model!.stream(prompt, { session, signal: new AbortController().signal }));
    };
    await speak('tutor', 'mine');
    await speak('tutor', 'mine');
    await speak('evaluator', 'mine');
    world.now += 86_400_000;
    await speak('tutor', null);
    const tutor = {
      role: 'tutor',
      model: 'claude-opus-5-5',
      inputTokens: 2_000,
      cacheReadTokens: 6_000,
      cacheWriteTokens: 0,
      outputTokens: 200,
    };
    const expected = [
      { ...tutor, calls: 3, failedCalls: 1, costMicros: 2 * (4_000 + 600 + 2_000) },
      {
        ...tutor,
        role: 'evaluator',
        model: 'claude-haiku-4-5-20251001',
        calls: 1,
        failedCalls: 0,
        inputTokens: 1_000,
        cacheReadTokens: 3_000,
        outputTokens: 100,
        costMicros: 1_000 + 300 + 500,
      },
    ];
    const session = { params: { session: 'mine' } };
    expect(await world.call<SessionUsage>('GET /api/models/usage/sessions/:session', ada, session)).toEqual({
      lines: expected,
    });
    const { days } = await world.call<UsageByDay>('GET /api/models/usage', ada, { query: { days: '30' } });
    expect(days.map(({ day, lines }) => [day, lines.length])).toEqual([
      ['2026-11-23', 1],
      ['2026-11-22', 2],
    ]);
    expect(days[1]?.lines).toEqual(expected);
    expect((await world.call<UsageByDay>('GET /api/models/usage', ada, { query: { days: '1' } })).days).toHaveLength(1);
    expect((await settings()).spent).toEqual({ dayMicros: 6_600, monthMicros: 3 * 6_600 + 1_800 });
    const bob = await world.person('Bob');
    await expect(world.call('GET /api/models/usage/sessions/:session', bob, session)).rejects.toMatchObject({
      kind: 'not-found',
    });
    expect(await world.call('GET /api/models/usage', bob)).toEqual({ days: [] });
  });

  test('an offline server calls no provider', async () => {
    await world.close();
    await begin({ serverKey: 'sk-ant-of-the-server-1234', isOffline: true });
    const { isOffline, roles } = await settings();
    expect(isOffline).toBe(true);
    const others = roles.filter(({ id }) => id !== 'checker');
    expect(others.every(({ isEmbedded, notice }) => isEmbedded && notice?.includes('offline'))).toBe(true);
    expect(await tryRole('tutor')).toMatchObject({ ok: false });
    const list = world.call('POST /api/models/providers/:provider/list', ada, { params: { provider: 'anthropic' } });
    await expect(list).rejects.toMatchObject({ kind: 'refused' });
    expect(world.double.requests).toEqual([]);
  });

  test.each(['/api/models/providers/:provider', '/api/models/roles/:role'])(
    '%s accepts only known ids',
    async (route) => {
      const params = { provider: 'nobody', role: 'nobody' };
      const body = route.includes('roles') ? { provider: null, model: '', maxTokens: 100 } : { key: null };
      await expect(world.call(`PUT ${route}`, ada, { params, body })).rejects.toMatchObject({ kind: 'not-found' });
    },
  );
});

function readFileOr(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
