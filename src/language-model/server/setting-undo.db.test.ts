import { expect, onTestFinished, test } from 'vitest';

import { tablesOf } from '#database/server/database.ts';
import type { LastAction } from '#undo/protocol.ts';
import type { UndoTables } from '#undo/server/tables.ts';

import { onDatabase } from '../../../fixtures/database/each-engine.ts';
import { createModelWorld } from '../../../fixtures/provider/model-world.ts';
import type { ModelSettings } from '../protocol.ts';

onDatabase('undo of model settings', (open) => {
  async function start() {
    const store = await open();
    // Keys are checked, and no server listens at this port.
    const world = await createModelWorld(store, { openaiUrl: 'http://127.0.0.1:9/v1' });
    onTestFinished(() => world.close());
    const ada = await world.person('Ada');
    const last = async () => (await world.call<LastAction>('GET /api/undo', ada)).last;
    return {
      store,
      last,
      settings: () => world.call<ModelSettings>('GET /api/models', ada),
      put: (path: string, params: object, body: object) =>
        world.call<ModelSettings>(`PUT /api/models/${path}`, ada, { params, body }),
      reset: (role: string) => world.call('DELETE /api/models/roles/:role', ada, { params: { role } }),
      undo: async () => world.call('POST /api/undo', ada, { body: { id: (await last())?.id } }),
    };
  }

  test('undo restores roles, limits and addresses, the last change first', async () => {
    const { put, settings, last, undo, reset } = await start();
    const before = await settings();
    const tutor = { provider: 'openai', model: 'llama3.3', maxTokens: 100 };
    await put('providers/:provider', { provider: 'openai' }, { baseUrl: 'http://127.0.0.1:11434/v1' });
    await put('roles/:role', { role: 'tutor' }, tutor);
    await put('roles/:role', { role: 'tutor' }, tutor);
    await reset('tutor');
    await put('limits', {}, { dayMicros: 5_000_000, monthMicros: null });
    await put('limits', {}, { dayMicros: 5_000_000, monthMicros: null });
    const taken: [string, (now: ModelSettings) => unknown, unknown][] = [
      ['Changed the spending limits', ({ limits }) => limits.dayMicros, null],
      ['Changed the tutor model', ({ roles }) => roles[0]?.choice, tutor],
      ['Changed the tutor model', ({ roles }) => roles[0]?.isDefault, true],
      ['Changed the address of OpenAI or compatible', ({ providers }) => providers, before.providers],
    ];
    for (const [label, read, expected] of taken) {
      expect(await last()).toMatchObject({ label });
      await undo();
      expect(read(await settings())).toEqual(expected);
    }
    expect(await last()).toBeNull();
  });

  test('undo does not change settings that were changed again since', async () => {
    const { put, last, settings, undo } = await start();
    await put('limits', {}, { dayMicros: 1, monthMicros: null });
    const first = await last();
    await put('limits', {}, { dayMicros: 2, monthMicros: null });
    await undo();
    expect((await settings()).limits.dayMicros).toBe(1);
    await put('limits', {}, { dayMicros: 3, monthMicros: null });
    expect((await last())?.id).not.toBe(first?.id);
    await put('providers/:provider', { provider: 'openai' }, { baseUrl: 'http://127.0.0.1:1/v1' });
    const address = await last();
    await put('providers/:provider', { provider: 'openai' }, { key: 'sk-proj-1234567890' });
    await undo();
    expect(await last()).toEqual(address);
    await put('providers/:provider', { provider: 'openai' }, { key: 'sk-proj-0987654321' });
    await put('providers/:provider', { provider: 'openai' }, { baseUrl: null });
    await undo();
    await expect(undo()).resolves.toMatchObject({ undone: { label: 'Added a key for OpenAI or compatible' } });
    await undo();
    expect((await settings()).providers[1]?.baseUrlFrom).toBe('server');
  });

  test('undo deletes a first key and cannot restore a replaced or deleted one', async () => {
    const { put, last, undo, settings, store } = await start();
    const give = (key: string | null) => put('providers/:provider', { provider: 'anthropic' }, { key });
    await give('sk-ant-api03-the-first-key');
    await undo();
    expect((await settings()).providers[0]).toMatchObject({ key: 'none' });
    await put('limits', {}, { dayMicros: 1, monthMicros: null });
    await give('sk-ant-api03-the-first-key');
    await give('sk-ant-api03-the-second-key');
    await give(null);
    for (const label of ['Removed the key for Anthropic', 'Replaced the key for Anthropic']) {
      expect(await last()).toMatchObject({ label });
      await expect(undo()).rejects.toMatchObject({
        kind: 'refused',
        message: expect.stringContaining('A key cannot be restored') as string,
      });
    }
    // The first key no longer exists: it is neither restored nor confused with the current one.
    await expect(undo()).rejects.toMatchObject({ detail: { reason: 'changed-since' } });
    expect(await last()).toMatchObject({ kind: 'limits-changed' });
    const rows = await tablesOf<UndoTables>(store).read.selectFrom('undoable_actions').select('reversal').execute();
    expect(JSON.stringify(rows)).not.toMatch(/sk-ant|v1\./);
  });

  test('undo does not restore an address if the key has changed', async () => {
    const { put, undo, settings, last } = await start();
    const openai = (body: object) => put('providers/:provider', { provider: 'openai' }, body);
    await openai({ baseUrl: 'http://127.0.0.1:1/v1' });
    const first = await last();
    await openai({ baseUrl: null, key: 'sk-proj-1234567890' });
    await openai({ baseUrl: 'http://127.0.0.1:1/v1' });
    await undo();
    expect((await settings()).providers[1]).toMatchObject({ baseUrlFrom: 'server', key: 'own' });
    expect((await last())?.id).not.toBe(first?.id);
  });
});
