import { expect, onTestFinished, test } from 'vitest';

import { createPrivateNetwork } from '#platform/fetching/private-network.ts';
import type { LastAction } from '#undo/protocol.ts';

import { onDatabase } from '../../../fixtures/database/each-engine.ts';
import { llamaCppModels, ollamaTags } from '../../../fixtures/provider/local-answers.ts';
import { createModelWorld } from '../../../fixtures/provider/model-world.ts';
import { createProviderDouble } from '../../../fixtures/provider/provider-double.ts';
import { say } from '../../../fixtures/provider/script.ts';
import type { LocalServersAnswer, ModelSettings, RoleTryResult } from '../protocol.ts';

onDatabase('models of this machine', (open) => {
  async function begin(changes: Parameters<typeof createModelWorld>[1] = {}) {
    const pages = {
      '/api/tags': ollamaTags('llama3.2:latest', 'qwen3:8b'),
      '/v1/models': llamaCppModels('phi-4', 4_096),
    };
    const local = await createProviderDouble({ answer: () => say('I am here.'), pages });
    onTestFinished(() => local.close());
    const port = Number(new URL(local.url).port);
    const first: { id?: string } = {};
    const world = await createModelWorld(await open(), {
      localPorts: { ollama: port, 'llama-cpp': port },
      privateNetwork: {
        ...createPrivateNetwork({ allowed: [] }),
        mayUse: (_, person) => Promise.resolve(person === first.id),
      },
      ...changes,
    });
    onTestFinished(() => world.close());
    const [ada, grace] = [await world.person('Ada'), await world.person('Grace')];
    first.id = ada;
    const at = (person: string) => ({
      find: async () => (await world.call<LocalServersAnswer>('GET /api/models/local', person)).servers,
      choose: (server: string, model: string) =>
        world.call<ModelSettings>('PUT /api/models/local/:server', person, { params: { server }, body: { model } }),
      forAll: (body: object) => world.call<ModelSettings>('PUT /api/models/roles', person, { body }),
      settings: () => world.call<ModelSettings>('GET /api/models', person),
      put: (provider: string, body: object) =>
        world.call('PUT /api/models/providers/:provider', person, { params: { provider }, body }),
      last: async () => (await world.call<LastAction>('GET /api/undo', person)).last,
      undo: async (id?: string) => world.call('POST /api/undo', person, { body: { id } }),
    });
    return { world, local, ada: at(ada), grace: at(grace), person: ada };
  }
  const players = ({ roles }: ModelSettings) => [
    ...new Set(roles.flatMap(({ id, playedBy }) => (id === 'embedder' || id === 'checker' ? [] : [playedBy]))),
  ];

  test('one choice gives a model every role except embedder and checker, and one undo reverts it', async () => {
    const { world, local, ada, person } = await begin();
    expect((await ada.find()).map(({ id, models }) => [id, models.map((model) => model.id)])).toEqual([
      ['ollama', ['llama3.2:latest', 'qwen3:8b']],
      ['llama-cpp', ['phi-4']],
    ]);
    const before = await ada.settings();
    expect(local.requests).toEqual([]);

    const chosen = await ada.choose('ollama', 'llama3.2:latest');
    expect(players(chosen)).toEqual(['llama3.2:latest']);
    expect(chosen.roles.at(-1)).toMatchObject({ id: 'embedder', isEmbedded: true, isDefault: true });
    expect(chosen.roles.map(({ choice }) => choice.maxTokens)).toEqual(
      before.roles.map(({ choice }) => choice.maxTokens),
    );
    const tried = await world.call<RoleTryResult>('POST /api/models/roles/:role/try', person, {
      params: { role: 'tutor' },
      body: {},
    });
    expect(tried).toMatchObject({ ok: true, message: 'I am here.' });
    expect(local.requests.map(({ body, headers }) => [body.model, headers['authorization']])).toEqual([
      ['llama3.2:latest', undefined],
    ]);

    await ada.undo((await ada.last())?.id);
    expect(await ada.settings()).toEqual({ ...before, spent: expect.anything() as unknown });
    expect(await ada.last()).toBeNull();
  });

  test('the context size that a server reports limits requests and answers', async () => {
    const { ada } = await begin();
    const { roles } = await ada.choose('llama-cpp', 'phi-4');
    expect(roles[0]?.choice).toMatchObject({ model: 'phi-4', contextTokens: 4_096, maxTokens: 2_048 });
  });

  test('undo does not change settings that were changed again since', async () => {
    const { ada } = await begin();
    await ada.choose('ollama', 'qwen3:8b');
    const first = await ada.last();
    await ada.put('openai', { key: 'sk-a-key-for-the-local-server' });
    await expect(ada.undo(first?.id)).rejects.toMatchObject({ detail: { reason: 'changed-since' } });
    expect(players(await ada.settings())).toEqual(['qwen3:8b']);
  });

  test('a key for another address is never sent to a server of this machine', async () => {
    const { ada, local } = await begin();
    await ada.put('openai', { key: 'sk-a-key-for-openai', baseUrl: 'http://127.0.0.1:9/v1' });
    expect(await ada.find()).toEqual([]);
    await expect(ada.choose('ollama', 'qwen3:8b')).rejects.toMatchObject({ kind: 'refused' });
    expect(local.visits).toEqual([]);
  });

  test('people without the private network, and an offline server, are offered nothing', async () => {
    const { grace, local } = await begin();
    const offline = await begin({ isOffline: true });
    for (const [person, double] of [
      [grace, local],
      [offline.ada, offline.local],
    ] as const) {
      expect(await person.find()).toEqual([]);
      await expect(person.choose('ollama', 'qwen3:8b')).rejects.toMatchObject({ kind: 'refused' });
      expect((await person.settings()).providers[1]).toMatchObject({ baseUrlFrom: 'default' });
      expect(double.visits).toEqual([]);
    }
  });

  test('a model that is not offered cannot be chosen', async () => {
    const { ada } = await begin();
    await expect(ada.choose('ollama', 'phi-4')).rejects.toMatchObject({ kind: 'refused' });
    await expect(ada.choose('lm-studio', 'phi-4')).rejects.toMatchObject({ kind: 'refused' });
    await expect(ada.choose('vllm', 'phi-4')).rejects.toMatchObject({ kind: 'not-found' });
  });

  test('any model, or the embedded agents, can have every role that converses', async () => {
    const { ada } = await begin({ serverKey: 'sk-ant-of-the-server' });
    expect(players(await ada.forAll({ provider: 'anthropic', model: 'claude-haiku-4-5' }))).toEqual([
      'Claude Haiku 4.5',
    ]);
    expect((await ada.last())?.label).toBe('Chose claude-haiku-4-5 for everything');
    const { roles } = await ada.forAll({ provider: null, model: '' });
    expect(roles.map(({ isEmbedded }) => isEmbedded)).toEqual(roles.map(() => true));
    await ada.undo((await ada.last())?.id);
    expect(players(await ada.settings())).toEqual(['Claude Haiku 4.5']);
    await expect(ada.forAll({ provider: 'anthropic', model: '' })).rejects.toThrow();
  });
});
