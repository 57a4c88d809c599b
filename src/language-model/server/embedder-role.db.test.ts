import { afterEach, beforeEach, expect, test } from 'vitest';

import { onDatabase } from '../../../fixtures/database/each-engine.ts';
import type { EmbeddingScript } from '../../../fixtures/provider/embeddings.ts';
import { createModelWorld, type ModelWorld } from '../../../fixtures/provider/model-world.ts';
import type { ModelSettings, RoleTryResult } from '../protocol.ts';
import type { RoleEmbedder } from './role-embedder.ts';

const never = new AbortController().signal;
const SMALL = { provider: 'openai', model: 'text-embedding-3-small', maxTokens: 8_192 };
const UNKNOWN = { ...SMALL, model: 'nomic-embed-text' };

onDatabase('the embedder of a person', (open) => {
  let world: ModelWorld;
  let ada: string;

  beforeEach(async () => {
    world = await createModelWorld(await open());
    ada = await world.person('Ada');
    await world.call('PUT /api/models/providers/:provider', ada, {
      params: { provider: 'openai' },
      body: { baseUrl: `${world.double.url}/v1`, key: 'sk-proj-of-ada-0001' },
    });
  });
  afterEach(() => world.close());

  const answer = (script: EmbeddingScript) => world.double.answerEmbeddings(() => script);
  const choose = (choice: object) =>
    world.call<ModelSettings>('PUT /api/models/roles/:role', ada, { params: { role: 'embedder' }, body: choice });
  const tryIt = (body: object = {}) =>
    world.call<RoleTryResult>('POST /api/models/roles/:role/try', ada, { params: { role: 'embedder' }, body });
  const roleIn = ({ roles }: ModelSettings) => roles.find(({ id }) => id === 'embedder');

  async function chosen(choice: object = SMALL): Promise<RoleEmbedder> {
    await choose(choice);
    const { model } = await world.models.embedderOf(ada);
    if (!model) throw new Error('the embedded one has the role');
    return model;
  }

  async function usage() {
    await world.models.usage.settled();
    return await world.deps.database.read
      .selectFrom('model_usage')
      .select(['role', 'model', 'outcome', 'input_tokens', 'cost_micros'])
      .orderBy('id')
      .execute();
  }

  test('a custom address has no embedder until its model is chosen', async () => {
    const role = roleIn(await world.call<ModelSettings>('GET /api/models', ada));
    expect(role).toMatchObject({ isEmbedded: true, playedBy: 'Built in', isDefault: true, threshold: 0.3 });
    expect(role?.notice).toMatch(/^Warren does not know the models of the server at 127/);
    expect(await world.models.embedderOf(ada)).toEqual({ model: null, isStandIn: false });
  });

  test('OpenAI’s own address has a default model with its own threshold', async () => {
    const served = world.served({
      serverAccess: {
        anthropic: { key: 'sk-ant-of-the-server', baseUrl: undefined },
        openai: { key: 'sk-proj-of-the-server', baseUrl: undefined },
      },
    });
    const grace = await world.person('Grace');
    expect((await served.embedderOf(grace)).model).toMatchObject({
      name: 'Text Embedding 3 Small',
      endpoint: 'openai',
      destination: 'OpenAI',
      facts: { dimension: 1_536, threshold: 0.5, languages: null },
    });
  });

  test('texts get vectors; their tokens are counted and priced', async () => {
    const embedder = await chosen();
    const { vectors } = await embedder.embed(['coffee', 'a lock '.repeat(100_000)], { signal: never });
    expect(vectors.map(({ length }) => length)).toEqual([1_536, 1_536]);
    expect(await usage()).toEqual([
      {
        role: 'embedder',
        model: 'text-embedding-3-small',
        outcome: 'complete',
        input_tokens: 175_002,
        cost_micros: 3_501,
      },
    ]);
  });

  test('temporary failures are retried, and each attempt is recorded', async () => {
    const embedder = await chosen();
    const busy = { status: 429, retryAfter: '0.001' };
    world.double.answerEmbeddings((_, index): EmbeddingScript => (index < 2 ? busy : {}));
    expect((await embedder.embed(['text'], { signal: never })).vectors).toHaveLength(1);
    const outcomes = (await usage()).map(({ outcome }) => outcome);
    expect(outcomes.sort()).toEqual(['complete', 'rate-limited', 'rate-limited']);
  });

  test('a failure says what happened and what to do', async () => {
    const embedder = await chosen();
    const cases: readonly (readonly [EmbeddingScript, string])[] = [
      [{ dimension: 512 }, 'that cannot be read (vectors of 512 numbers instead of 1536).'],
      [{ status: 429, retryAfter: '90' }, 'accepts no more requests for the embedder’s model right now.'],
      [{ status: 413 }, 'A text is too long for the embedder’s model `text-embedding-3-small`.'],
    ];
    for (const [script, message] of cases) {
      answer(script);
      await expect(embedder.embed(['text'], { signal: never })).rejects.toMatchObject({
        name: 'ModelFailure',
        message: expect.stringContaining(message) as string,
      });
    }
  });

  test('a rejected key leaves the role to the embedded embedder', async () => {
    const embedder = await chosen();
    answer({ status: 401 });
    await expect(embedder.embed(['text'], { signal: never })).rejects.toMatchObject({ failure: 'rejected-key' });
    expect(await world.models.embedderOf(ada)).toEqual({ model: null, isStandIn: true });
  });

  test('at the spending limit nothing is sent', async () => {
    const embedder = await chosen();
    await embedder.embed(['a lock '.repeat(1_000)], { signal: never });
    await world.call('PUT /api/models/limits', ada, { body: { dayMicros: 1, monthMicros: null } });
    await expect(embedder.embed(['text'], { signal: never })).rejects.toMatchObject({ failure: 'spending-limit' });
    expect(world.double.embeddings).toHaveLength(1);
  });

  test('a cancelled call is recorded, because it may be billed', async () => {
    const embedder = await chosen();
    const controller = new AbortController();
    world.double.answerEmbeddings(() => {
      controller.abort(new Error('cancelled'));
      return { silence: true };
    });
    await expect(embedder.embed(['four'], { signal: controller.signal })).rejects.toThrow('cancelled');
    expect(await usage()).toMatchObject([{ outcome: 'stopped', input_tokens: 1 }]);
  });

  test('choosing an unknown model learns its dimension and threshold', async () => {
    answer({ dimension: 768 });
    const role = roleIn(await choose(UNKNOWN));
    expect(role).toMatchObject({ isEmbedded: false, playedBy: 'nomic-embed-text', notice: null });
    expect(role?.choice.embedding?.dimension).toBe(768);
    expect(role?.threshold).toBe(role?.choice.embedding?.threshold);
    expect(await world.models.embedderOf(ada)).toMatchObject({ model: { facts: { dimension: 768 } } });
    expect(world.double.embeddings).toHaveLength(1);
  });

  test('an unknown model that cannot be called is not chosen', async () => {
    answer({ status: 404 });
    await expect(choose(UNKNOWN)).rejects.toMatchObject({ failure: 'unknown-model' });
    const grace = await world.person('Grace');
    const hers = world.call('PUT /api/models/roles/:role', grace, { params: { role: 'embedder' }, body: UNKNOWN });
    await expect(hers).rejects.toMatchObject({ kind: 'refused', detail: { reason: 'unknown-embedding' } });
    await expect(choose({ ...SMALL, provider: 'anthropic' })).rejects.toMatchObject({ kind: 'malformed' });
    expect(roleIn(await world.call<ModelSettings>('GET /api/models', ada))).toMatchObject({ isDefault: true });
  });

  test('a try reports the dimension and the threshold', async () => {
    expect(await tryIt()).toMatchObject({ ok: false, message: expect.stringContaining('does not know') as string });
    expect(await tryIt({ choice: SMALL })).toMatchObject({
      ok: true,
      message: 'It reads texts, so that passages are found by meaning.',
      costMicros: 6,
    });
    expect(await tryIt({ choice: UNKNOWN })).toMatchObject({ ok: true, costMicros: null });
    expect(await tryIt({ choice: { ...SMALL, provider: null, model: '' } })).toMatchObject({ ok: true });
    answer({ status: 503 });
    expect(await tryIt({ choice: SMALL })).toMatchObject({ ok: false, remedy: 'Try again in a minute.' });
    await expect(tryIt({ choice: { ...SMALL, provider: 'anthropic' } })).rejects.toMatchObject({ kind: 'malformed' });
  });

  test('a change of settings is announced', async () => {
    const changed: string[] = [];
    world.models.onChange((person) => changed.push(person));
    await choose(SMALL);
    expect(changed).toEqual([ada]);
  });
});
