import { expect, onTestFinished, test } from 'vitest';

import { createPrivateNetwork } from '#platform/fetching/private-network.ts';

import { onDatabase } from '../../../../fixtures/database/each-engine.ts';
import { createModelWorld } from '../../../../fixtures/provider/model-world.ts';
import type { ModelSettings, RoleTryResult } from '../../protocol.ts';

/** Resolves the names of this test to a public address when they are saved, and to this machine on connecting. */
function rebinding() {
  let count = 0;
  return () => Promise.resolve([{ address: (count += 1) === 1 ? '1.1.1.1' : '127.0.0.1', family: 4 }]);
}

onDatabase('the private network', (open) => {
  async function begin(allowed: readonly string[] = []) {
    const first: { id?: string } = {};
    const world = await createModelWorld(await open(), {
      privateNetwork: {
        ...createPrivateNetwork({ allowed, resolve: rebinding() }),
        mayUse: (_, person) => Promise.resolve(person === first.id),
      },
    });
    onTestFinished(() => world.close());
    const [ada, grace] = [await world.person('Ada'), await world.person('Grace')];
    first.id = ada;
    const change = (person: string, provider: string, body: object) =>
      world.call<ModelSettings>('PUT /api/models/providers/:provider', person, { params: { provider }, body });
    return { world, ada, grace, change, port: new URL(world.double.url).port };
  }

  test('only the first person may set an address in it, except allowed addresses', async () => {
    const { world, ada, grace, change } = await begin();
    const baseUrl = `${world.double.url}/v1`;
    expect((await change(ada, 'openai', { baseUrl })).providers[1]).toMatchObject({ baseUrl, baseUrlFrom: 'own' });
    const refused = { kind: 'malformed', detail: { field: 'baseUrl' } };
    await expect(change(grace, 'openai', { baseUrl })).rejects.toMatchObject(refused);
    await expect(change(grace, 'anthropic', { baseUrl: 'http://10.0.0.1' })).rejects.toMatchObject(refused);
    expect(world.double.requests).toEqual([]);

    const allowing = await begin(['127.0.0.1']);
    const there = `${allowing.world.double.url}/v1`;
    const { providers } = await allowing.change(allowing.grace, 'openai', { baseUrl: there });
    expect(providers[1]).toMatchObject({ baseUrl: there });
  });

  test.each(['anthropic', 'openai'] as const)(
    'a name that leads into it later is not reached: %s',
    async (provider) => {
      const { world, grace, change, port } = await begin();
      const baseUrl = `http://rebinding.example:${port}/v1`;
      await change(grace, provider, { baseUrl, key: 'sk-a-key-of-grace' });
      await world.call('PUT /api/models/roles/:role', grace, {
        params: { role: 'tutor' },
        body: { provider, model: 'a-model', maxTokens: 1_000 },
      });
      const tried = await world.call<RoleTryResult>('POST /api/models/roles/:role/try', grace, {
        params: { role: 'tutor' },
        body: {},
      });
      expect(JSON.stringify(tried)).toContain('its address leads into the private network');
      expect(world.double.requests).toEqual([]);
    },
  );
});
