import { afterEach, beforeEach, expect, test } from 'vitest';

import { onDatabase } from '../../../fixtures/database/each-engine.ts';
import { collect, createModelWorld, type ModelWorld } from '../../../fixtures/provider/model-world.ts';
import { say, type Script } from '../../../fixtures/provider/script.ts';
import type { Prompt } from '../domain/prompt.ts';
import { type RoleId, roleId } from '../protocol.ts';
import type { CallRecord } from './usage/usage-log.ts';

const prompt: Prompt = {
  system: [{ text: 'Ask.' }],
  messages: [{ author: 'person', parts: [{ text: 'Caffeine blocks it.' }] }],
  delivery: 'stream',
};
const never = new AbortController().signal;

onDatabase('role models', (open) => {
  let world: ModelWorld;
  let ada: string;

  beforeEach(async () => {
    world = await createModelWorld(await open(), { serverKey: 'sk-ant-of-the-server' });
    ada = await world.person('Ada');
  });
  afterEach(() => world.close());

  async function say_(role: RoleId = 'tutor', more: { prompt?: Partial<Prompt>; signal?: AbortSignal } = {}) {
    const model = await world.models.of(world.deps.database.read, ada, role);
    let words = '';
    const call = { session: 'a-session', signal: more.signal ?? never };
    for await (const chunk of model!.stream({ ...prompt, ...more.prompt }, call))
      if (chunk.type === 'text') words += chunk.text;
    return words;
  }

  async function rows() {
    await world.models.usage.settled();
    return await world.deps.database.read.selectFrom('model_usage').selectAll().orderBy('id').execute();
  }

  /** The outcomes of calls, unordered: records of one moment are written together. */
  async function outcomes() {
    return (await rows()).map(({ outcome }) => outcome as CallRecord['outcome']).sort();
  }

  test('the default models have the roles, each with its own limit', async () => {
    for (const role of roleId.options) if (role !== 'embedder' && role !== 'checker') await say_(role);
    expect(world.double.requests.map(({ body }) => [body.model, body['max_tokens']])).toEqual([
      ['claude-opus-5-5', 4_096],
      ['claude-haiku-4-5-20251001', 1_024],
      ['claude-opus-5-5', 4_096],
      ['claude-haiku-4-5-20251001', 512],
      ['claude-opus-5-5', 4_096],
      ['claude-opus-5-5', 4_096],
      ['claude-opus-5-5', 4_096],
      ['claude-haiku-4-5-20251001', 256],
    ]);
    const model = await world.models.of(world.deps.database.read, ada, 'evaluator');
    expect(model).toMatchObject({ name: 'Claude Haiku 4.5', model: 'claude-haiku-4-5-20251001' });
    // The checker is off until a model is chosen for it.
    expect(await world.models.of(world.deps.database.read, ada, 'checker')).toBeNull();
  });

  test('a model with its own client behaves like the same model with a shared one', async () => {
    const { read } = world.deps.database;
    const shared = await world.models.of(read, ada, 'explorer');
    const own = shared!.withOwnClient();
    const ask = (model: typeof own) => collect(model.stream(prompt, { session: 'a-session', signal: never }));
    expect(await ask(own)).toEqual(await ask(shared!));
    const [one, other] = world.double.requests;
    expect(one?.text).toBe(other?.text);
    expect(one?.headers['authorization']).toBe(other?.headers['authorization']);
    world.double.answer(() => ({ status: 401 }));
    await expect(ask(own)).rejects.toMatchObject({ failure: 'rejected-key' });
    await expect(ask(own.withOwnClient())).rejects.toThrow(/explorer’s model/);
    expect(await outcomes()).toEqual(['complete', 'complete', 'rejected-key', 'rejected-key']);
  });

  test('a signature changes only with the model, its limit, its key or its address', async () => {
    const signature = async () => (await world.models.of(world.deps.database.read, ada, 'explorer'))?.signature;
    const choose = (model: string, maxTokens: number) =>
      world.call('PUT /api/models/roles/:role', ada, {
        params: { role: 'explorer' },
        body: { provider: 'anthropic', model, maxTokens },
      });
    const give = (body: object) =>
      world.call('PUT /api/models/providers/:provider', ada, { params: { provider: 'anthropic' }, body });
    const seen = [await signature()];
    expect(await signature()).toBe(seen[0]);
    await world.call('PUT /api/models/limits', ada, { body: { dayMicros: 1, monthMicros: null } });
    expect(await signature()).toBe(seen[0]);
    for (const change of [
      () => choose('claude-opus-5', 4_096),
      () => choose('claude-opus-5', 1_000),
      () => give({ key: 'sk-ant-another-one' }),
      () => give({ baseUrl: 'http://127.0.0.1:9' }),
    ]) {
      await change();
      seen.push(await signature());
    }
    expect(new Set(seen).size).toBe(5);
    expect(seen.join()).not.toContain('sk-ant');
  });

  test('a prompt can lower the token limit of the role but not raise it', async () => {
    await say_('tutor', { prompt: { maxTokens: 50 } });
    await say_('tutor', { prompt: { maxTokens: 50_000 } });
    expect(world.double.requests.map(({ body }) => body['max_tokens'])).toEqual([50, 4_096]);
  });

  test('the model of a role can be read inside a transaction', async () => {
    const name = await world.deps.database.write(async (trx) => (await world.models.of(trx, ada, 'tutor'))?.name);
    expect(name).toBe('Claude Opus 5.5');
  });

  test('without a key, and offline, the embedded agents have the roles', async () => {
    const none = { key: undefined, baseUrl: undefined };
    const { read } = world.deps.database;
    const without = world.served({ serverAccess: { anthropic: none, openai: none } });
    expect(await without.of(read, ada, 'tutor')).toBeNull();
    expect(await world.served({ isOffline: true }).of(read, ada, 'tutor')).toBeNull();
    expect((await world.served({ isOffline: true }).assignmentsOf(ada)).assignmentOf('tutor').notice).toContain(
      'offline',
    );
  });

  test('usage is recorded with its cost and the person’s day', async () => {
    world.double.answer(() => ({
      ...say('There.'),
      usage: { input: 1_000, output: 100, cacheRead: 10_000, cacheWrite: 2_000 },
    }));
    await say_('tutor');
    // Opus 5.5: 1,000 at $4, 10,000 at $0.20, 2,000 at $5, 100 at $20 a million.
    expect(await rows()).toMatchObject([
      {
        person_id: ada,
        session_id: 'a-session',
        role: 'tutor',
        provider: 'anthropic',
        model: 'claude-opus-5-5',
        day: '2026-11-22',
        at: world.now,
        input_tokens: 1_000,
        cache_read_tokens: 10_000,
        cache_write_tokens: 2_000,
        output_tokens: 100,
        cost_micros: 4_000 + 2_000 + 10_000 + 2_000,
        outcome: 'complete',
      },
    ]);
  });

  test('a temporary failure is retried at most twice, and each attempt is recorded', async () => {
    const scripts: Script[] = [{ status: 529 }, { status: 429, retryAfter: '0' }, say('There.')];
    world.double.answer((_, index) => scripts[index]!);
    expect(await say_()).toBe('There.');
    expect(await outcomes()).toEqual(['complete', 'overloaded', 'rate-limited']);
    world.double.answer(() => ({ status: 500 }));
    await expect(say_()).rejects.toMatchObject({ failure: 'overloaded' });
    expect(world.double.requests).toHaveLength(6);
  });

  test('an error is retried only before the first word', async () => {
    world.double.answer((_, index) => (index === 0 ? say({ fault: 'error' }) : say('There.')));
    expect(await say_()).toBe('There.');
    world.double.answer(() => say('What ', { fault: 'error' }));
    await expect(say_()).rejects.toMatchObject({ failure: 'overloaded' });
    expect(await outcomes()).toEqual(['complete', 'overloaded', 'overloaded']);
  });

  test('a requested wait of ten minutes fails at once and says when to try again', async () => {
    world.double.answer(() => ({ status: 429, retryAfter: '600' }));
    await expect(say_()).rejects.toMatchObject({
      failure: 'rate-limited',
      detail: { remedy: 'Come back in 10 minutes and try again.' },
    });
    world.double.answer(() => ({ status: 429, retryAfter: '40' }));
    await expect(say_()).rejects.toMatchObject({ detail: { remedy: 'Come back in 40 seconds and try again.' } });
    expect(world.double.requests).toHaveLength(2);
  });

  test('a wait longer than the caller’s time limit fails at once, and a shorter one is used', async () => {
    const model = await world.models.of(world.deps.database.read, ada, 'evaluator');
    const call = { session: null, signal: never, withinMs: 5_000 };
    world.double.answer(() => ({ status: 429, retryAfter: '6', message: 'Slow down.' }));
    await expect(collect(model!.stream(prompt, call))).rejects.toMatchObject({
      failure: 'rate-limited',
      providerMessage: 'Slow down.',
      detail: { remedy: 'Come back in 6 seconds and try again.' },
    });
    expect(world.double.requests).toHaveLength(1);
    world.double.answer((_, index) => (index === 1 ? { status: 429, retryAfter: '0.05' } : say('There.')));
    const chunks = await collect(model!.stream(prompt, { ...call, withinMs: 60_000 }));
    expect(chunks.filter(({ type }) => type === 'waiting')).toMatchObject([{ retryInMs: 50 }]);
    expect(chunks.at(-1)).toEqual({ type: 'stop', reason: 'end' });
  });

  test('the caller’s time limit counts from the first read, over all attempts', async () => {
    world.double.answer(() => ({ status: 429, retryAfter: '0.12' }));
    const model = await world.models.of(world.deps.database.read, ada, 'evaluator');
    const call = { session: null, signal: never, withinMs: 200 };
    await expect(collect(model!.stream(prompt, call))).rejects.toMatchObject({ failure: 'rate-limited' });
    expect(world.double.requests.length).toBeLessThanOrEqual(2);
  });

  test('stopping between two attempts ends the call without an error', async () => {
    world.double.answer(() => ({ status: 429, retryAfter: '8' }));
    const stop = new AbortController();
    const saying = say_('tutor', { signal: stop.signal });
    await (
      await world.double.request(0)
    ).ended;
    stop.abort();
    expect(await saying).toBe('');
    expect(world.double.requests).toHaveLength(1);
  });

  test('failures name the role, the model and the setting', async () => {
    world.double.answer(() => ({ status: 404 }));
    const host = new URL(world.double.url).host;
    await expect(say_()).rejects.toMatchObject({
      message: `The tutor’s model \`claude-opus-5-5\` is not known to the server at ${host}.`,
      detail: { reason: 'unknown-model', remedy: 'Choose another one in Settings, under Models.' },
    });
    world.double.answer(() => ({ status: 401, message: 'invalid x-api-key: sk-ant-of-the-server' }));
    const rejected: unknown = await say_('evaluator').catch((error: unknown) => error);
    expect(rejected).toMatchObject({
      message: `The server at ${host} rejected the key for the evaluator’s model: “invalid x-api-key: …”.`,
      detail: { remedy: expect.stringContaining('ANTHROPIC_API_KEY') as unknown },
    });
    expect(String(rejected)).not.toContain('of-the-server');
  });

  test('no message contains parts of a request that a provider repeats', async () => {
    const secret = 'Caffeine blocks the receptors of adenosine.';
    const hidden = { system: [{ text: `Rules.\n<feedback>${secret}</feedback>` }] };
    for (const message of [`bad: ${secret}`, `bad: <feedback>Caffeine`, `bad: ${JSON.stringify(hidden)}`]) {
      world.double.answer(() => ({ status: 400, message }));
      const failure: unknown = await say_('tutor', { prompt: hidden }).catch((error: unknown) => error);
      expect(failure).toMatchObject({
        failure: 'rejected-request',
        message: expect.stringMatching(
          /did not accept the request for the tutor’s model `claude-opus-5-5`\.$/,
        ) as unknown,
        providerMessage: undefined,
      });
      expect(JSON.stringify([failure, String(failure), (failure as Error).stack])).not.toMatch(/Caffeine|adenosine/);
    }
  });

  test('a waiting chunk says why and how long', async () => {
    const scripts: Script[] = [{ status: 429, retryAfter: '0' }, { status: 529 }, say('There.')];
    world.double.answer((_, index) => scripts[index]!);
    const model = await world.models.of(world.deps.database.read, ada, 'tutor');
    const chunks = await collect(model!.stream(prompt, { session: null, signal: never }));
    const { host } = new URL(world.double.url);
    expect(chunks.filter(({ type }) => type === 'waiting')).toEqual([
      {
        type: 'waiting',
        retryInMs: 0,
        reason: `The server at ${host} accepts no more requests for the tutor’s model right now.`,
      },
      {
        type: 'waiting',
        retryInMs: 2,
        reason: `The server at ${host} is overloaded or has a fault, and the tutor’s model did not answer: “Overloaded”.`,
      },
    ]);
  });

  test('a refusal is a failure, and an answer at its limit is not', async () => {
    world.double.answer(() => ({ ...say('I '), stop: 'refusal' }));
    await expect(say_()).rejects.toMatchObject({ failure: 'refused' });
    world.double.answer(() => ({ ...say('And '), stop: 'limit' }));
    const model = await world.models.of(world.deps.database.read, ada, 'tutor');
    const chunks = await collect(model!.stream(prompt, { session: null, signal: never }));
    expect(chunks.at(-1)).toEqual({ type: 'stop', reason: 'limit' });
    expect(await outcomes()).toEqual(['cut', 'refused']);
  });

  test('a change applies to the next call, also one by another process', async () => {
    const playing = async () => (await world.models.of(world.deps.database.read, ada, 'tutor'))?.model;
    const choose = (model: string) => ({
      params: { role: 'tutor' },
      body: { provider: 'anthropic', model, maxTokens: 100 },
    });
    expect(await playing()).toBe('claude-opus-5-5');
    await world.call('PUT /api/models/roles/:role', ada, choose('claude-sonnet-5-5'));
    expect(await playing()).toBe('claude-sonnet-5-5');
    const choice = JSON.stringify(choose('claude-haiku-5-5').body);
    await world.deps.database.write(async (trx) => {
      await trx.updateTable('role_choices').set({ choice }).execute();
    });
    expect(await playing()).toBe('claude-haiku-5-5');
  });

  test('an answer beyond the limit is cut, even if the server continues', async () => {
    const endless = Array.from({ length: 100 }, () => 'again and '.repeat(100));
    world.double.answer(() => say(...endless, { fault: 'stall' }));
    const model = await world.models.of(world.deps.database.read, ada, 'titler');
    const chunks = await collect(model!.stream(prompt, { session: null, signal: never }));
    expect(chunks.at(-1)).toEqual({ type: 'stop', reason: 'limit' });
    expect(chunks.length).toBeLessThan(10);
    await expect(world.double.requests[0]?.ended).resolves.toBe('aborted');
    // The estimate of the text received, not the first count of the stream.
    expect(await rows()).toMatchObject([{ outcome: 'cut', output_tokens: 1_250 }]);
  });

  test('an aborted evaluation is recorded with the tokens sent', async () => {
    world.double.answer(() => ({ silence: true }));
    const stop = new AbortController();
    const whole = { delivery: 'whole', system: [{ text: 'x'.repeat(4_000) }] } as const;
    const saying = say_('evaluator', { signal: stop.signal, prompt: whole });
    await world.double.request(0);
    stop.abort();
    expect(await saying).toBe('');
    expect(await rows()).toMatchObject([{ outcome: 'stopped', input_tokens: 1_005, output_tokens: 0 }]);
    await say_('evaluator', { signal: AbortSignal.abort() });
    expect(await rows()).toHaveLength(1);
    world.double.answer(() => ({ status: 401 }));
    await expect(say_('evaluator')).rejects.toThrow();
    expect((await rows()).find(({ outcome }) => outcome === 'rejected-key')).toMatchObject({ input_tokens: 0 });
  });

  test('a key that was rejected has no role until it is replaced', async () => {
    const { read } = world.deps.database;
    world.double.answer(() => ({ status: 401 }));
    await expect(say_('evaluator')).rejects.toThrow('rejected the key');
    for (const role of ['tutor', 'evaluator'] as const) expect(await world.models.of(read, ada, role)).toBeNull();
    const assignments = await world.models.assignmentsOf(ada);
    expect(assignments.assignmentOf('tutor')).toMatchObject({
      connection: null,
      notice: expect.stringContaining('rejected the server’s key'),
    });
    await world.call('PUT /api/models/providers/:provider', ada, {
      params: { provider: 'anthropic' },
      body: { key: 'sk-ant-of-ada-herself' },
    });
    expect(await world.models.of(read, ada, 'tutor')).not.toBeNull();
  });

  test('a stopped answer is recorded with the tokens received', async () => {
    world.double.answer(() => ({
      ...say('x'.repeat(400), { fault: 'stall' as const }),
      usage: { input: 500, output: 9 },
    }));
    const model = await world.models.of(world.deps.database.read, ada, 'tutor');
    for await (const chunk of model!.stream(prompt, { session: null, signal: never })) if (chunk.type === 'text') break;
    expect(await rows()).toMatchObject([{ outcome: 'stopped', input_tokens: 500, output_tokens: 100 }]);
  });

  test('at a spending limit, calls fail with the amount spent and where to change the limit', async () => {
    world.double.answer(() => ({ ...say('There.'), usage: { input: 250_000, output: 1_000 } }));
    await world.call('PUT /api/models/limits', ada, { body: { dayMicros: 1_000_000, monthMicros: 1_500_000 } });
    expect(await say_()).toBe('There.');
    await expect(say_()).rejects.toMatchObject({
      failure: 'spending-limit',
      message: 'Paused: $1.02 was spent on models today, and your limit is $1.00 a day.',
      detail: { remedy: expect.stringContaining('Settings, under Models') as unknown },
    });
    world.now += 86_400_000;
    expect(await say_()).toBe('There.');
    await expect(say_()).rejects.toMatchObject({ failure: 'spending-limit' });
    world.now += 86_400_000;
    await expect(say_()).rejects.toMatchObject({
      message: 'Paused: $2.04 was spent on models this month, and your limit is $1.50 a month.',
    });
    world.now += 10 * 86_400_000;
    expect(await say_()).toBe('There.');
    expect(world.double.requests).toHaveLength(3);
    expect(await outcomes()).toEqual(['complete', 'complete', 'complete']);
  });

  test('spending and limits are separate for each person', async () => {
    const bob = await world.person('Bob');
    await world.call('PUT /api/models/limits', bob, { body: { dayMicros: 0, monthMicros: null } });
    expect(await say_()).toBe('There.');
    ada = bob;
    await expect(say_()).rejects.toMatchObject({ failure: 'spending-limit' });
  });

  test('a model with an unknown price is used, and its cost is unknown', async () => {
    await world.call('PUT /api/models/roles/:role', ada, {
      params: { role: 'tutor' },
      body: { provider: 'anthropic', model: 'claude-next', maxTokens: 100 },
    });
    await say_();
    expect(await rows()).toMatchObject([{ model: 'claude-next', cost_micros: null }]);
  });

  test('a record that cannot be written does not lose others', async () => {
    const record = { session: null, role: 'tutor', provider: 'anthropic', model: 'claude-opus-5-5' } as const;
    const usage = { inputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 1 };
    for (const person of [ada, 'nobody', ada])
      world.models.usage.record({ ...record, person, usage, outcome: 'complete' });
    expect(await rows()).toHaveLength(2);
    expect(world.errors).toEqual([expect.stringMatching(/^What a model used could not be recorded/)]);
  });

  test('a failing database loses the record and not the answer', async () => {
    const { database } = world.deps;
    const broken = world.served({
      database: { ...database, read: database.read, write: () => Promise.reject(new Error('disk full')) },
    });
    const model = await broken.of(database.read, ada, 'tutor');
    const chunks = await collect(model!.stream(prompt, { session: null, signal: never }));
    expect(chunks.at(-1)).toEqual({ type: 'stop', reason: 'end' });
    await broken.usage.settled();
    expect(world.errors).toEqual(['What a model used could not be recorded: Error: disk full']);
  });
});
