import { afterEach, beforeEach, expect, test } from 'vitest';

import type { RoleChoice } from '#language-model/protocol.ts';
import { createEmbeddedEmbedder } from '#platform/embedding/embedded/embedded-embedder.ts';

import { onDatabase } from '../../../fixtures/database/each-engine.ts';
import { createModelWorld, type ModelWorld } from '../../../fixtures/provider/model-world.ts';
import { createEmbedders } from './create-embedders.ts';
import type { Embedders } from './embedder.ts';

const never = new AbortController().signal;

onDatabase('embedders of people', (open) => {
  let world: ModelWorld;
  let ada: string;
  let embedders: Embedders;

  beforeEach(async () => {
    world = await createModelWorld(await open());
    ada = await world.person('Ada');
    embedders = createEmbedders({ roleModels: world.models, embedded: createEmbeddedEmbedder() });
  });
  afterEach(async () => {
    await embedders.close();
    await world.close();
  });

  const address = (baseUrl: string | null) =>
    world.call('PUT /api/models/providers/:provider', ada, { params: { provider: 'openai' }, body: { baseUrl } });
  const choose = (choice: Partial<RoleChoice>) =>
    world.call('PUT /api/models/roles/:role', ada, {
      params: { role: 'embedder' },
      body: { provider: 'openai', maxTokens: 16, ...choice },
    });

  test('without a key the embedded embedder has the role', async () => {
    expect(await embedders.of(ada)).toMatchObject({ isEmbedded: true, model: { languages: ['en'], dimension: 384 } });
  });

  test('a chosen model has a key of its address, its id and its dimension', async () => {
    await address(`${world.double.url}/v1`);
    await choose({ model: 'BAAI/bge-m3' });
    const embedder = await embedders.of(ada);
    expect(embedder).toMatchObject({
      isEmbedded: false,
      model: { name: 'BAAI/bge-m3', dimension: 64, languages: null },
    });
    expect(embedder.model.key).toBe(`${new URL(world.double.url).host}/BAAI/bge-m3/64/1`);
    const [one, other] = await embedder.embed(['coffee', 'caffeine'], 'query', never);
    expect(one).toEqual(other);
    expect((await embedders.of(await world.person('Grace'))).isEmbedded).toBe(true);
  });

  test('an earlier model can be used as long as its address has not changed', async () => {
    await address(`${world.double.url}/v1`);
    await choose({ model: 'first' });
    const first = (await embedders.of(ada)).model;
    await choose({ model: 'text-embedding-3-small' });
    const embedded = await embedders.ofModel(ada, 'embedded/all-MiniLM-L6-v2/384/1');
    expect(embedded?.isEmbedded).toBe(true);
    expect(first.name).toBe('first');
    expect((await embedders.of(ada)).model.name).toBe('Text Embedding 3 Small');
    const again = await embedders.ofModel(ada, first.key);
    expect(again?.model).toEqual(first);
    expect(await again?.embed(['text'], 'query', never)).toHaveLength(1);
    await address('http://127.0.0.1:9/v1');
    expect(await embedders.ofModel(ada, first.key)).toBeNull();
    expect(await embedders.ofModel(ada, 'something else')).toBeNull();
  });
});
