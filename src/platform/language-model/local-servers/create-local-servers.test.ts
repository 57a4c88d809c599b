import { expect, onTestFinished, test } from 'vitest';

import {
  llamaCppModels,
  llamaCppProps,
  lmStudioDetails,
  lmStudioError,
  lmStudioModels,
  ollamaTags,
} from '../../../../fixtures/provider/local-answers.ts';
import { createProviderDouble } from '../../../../fixtures/provider/provider-double.ts';
import { say } from '../../../../fixtures/provider/script.ts';
import { createLocalServers } from './create-local-servers.ts';

type Pages = NonNullable<Parameters<typeof createProviderDouble>[0]['pages']>;

/** Starts servers with these pages on free ports and searches for them. */
async function look(pages: { ollama?: Pages; 'lm-studio'?: Pages; 'llama-cpp'?: Pages }, withinMs = 30_000) {
  const ports = { ollama: 0, 'lm-studio': 0, 'llama-cpp': 0 };
  const doubles = await Promise.all(
    Object.entries(pages).map(async ([id, given]) => {
      const double = await createProviderDouble({ answer: () => say('Hello.'), pages: given });
      onTestFinished(() => double.close());
      ports[id as keyof typeof ports] = Number(new URL(double.url).port);
      return double;
    }),
  );
  const servers = await createLocalServers(ports, { withinMs }).find();
  return { servers, doubles, names: servers.map(({ name, models }) => [name, ...models.map((model) => model.name)]) };
}

test('each server is recognised by its answers and gets only list requests', async () => {
  const { servers, doubles } = await look({
    ollama: { '/api/tags': ollamaTags('llama3.2:latest') },
    'lm-studio': { '/v1/models': lmStudioModels('meta-llama-3.1-8b-instruct'), '/api/v0/models': lmStudioDetails },
    'llama-cpp': { '/v1/models': llamaCppModels() },
  });
  const [ollama, studio, llama] = doubles.map(({ url }) => `${url}/v1`);
  expect(servers).toEqual([
    {
      id: 'ollama',
      name: 'Ollama',
      baseUrl: ollama,
      models: [{ id: 'llama3.2:latest', name: 'llama3.2', contextTokens: null }],
    },
    {
      id: 'lm-studio',
      name: 'LM Studio',
      baseUrl: studio,
      models: [{ id: 'meta-llama-3.1-8b-instruct', name: 'meta-llama-3.1-8b-instruct', contextTokens: 8_192 }],
    },
    {
      id: 'llama-cpp',
      name: 'llama.cpp',
      baseUrl: llama,
      models: [
        {
          id: '../models/Meta-Llama-3.1-8B-Instruct-Q4_K_M.gguf',
          name: 'Meta-Llama-3.1-8B-Instruct-Q4_K_M',
          contextTokens: 16_384,
        },
      ],
    },
  ]);
  expect(doubles.map(({ visits }) => visits.toSorted())).toEqual([
    ['/api/tags'],
    ['/api/v0/models', '/v1/models'],
    ['/props', '/v1/models'],
  ]);
  expect(doubles.flatMap(({ requests, embeddings }) => [...requests, ...embeddings])).toEqual([]);
});

test('models that only embed, or run elsewhere, are left out, and specialised models come last', async () => {
  const embedders = [
    'nomic-embed-text:latest',
    'bge-m3',
    'all-minilm:33m',
    'snowflake-arctic:22m',
    'mxbai-embed-large',
  ];
  const { names } = await look({
    ollama: { '/api/tags': ollamaTags(...embedders, 'qwen2.5-coder:7b', 'gpt-oss:120b-cloud', 'gemma3', 'e5x:1b') },
    'lm-studio': {
      '/v1/models': lmStudioModels('qwen2-vl-7b-instruct', 'odd-name-v1.5', 'meta-llama-3.1-8b-instruct'),
      '/api/v0/models': lmStudioDetails,
    },
    'llama-cpp': { '/v1/models': llamaCppModels('bge-reranker-v2-m3') },
  });
  expect(names).toEqual([
    ['Ollama', 'gemma3', 'e5x:1b', 'qwen2.5-coder:7b'],
    ['LM Studio', 'meta-llama-3.1-8b-instruct', 'qwen2-vl-7b-instruct'],
  ]);
});

test('older versions with shorter answers are recognised', async () => {
  const { owned_by: _, ...unowned } = llamaCppModels('phi-4').data[0]!;
  const { servers, names } = await look({
    'lm-studio': {
      '/v1/models': lmStudioModels('text-embedding-nomic-embed-text-v1.5', 'qwen3-4b'),
      '/api/v0/models': lmStudioError,
    },
    'llama-cpp': { '/v1/models': { object: 'list', data: [unowned] }, '/props': llamaCppProps },
  });
  expect(names).toEqual([
    ['LM Studio', 'qwen3-4b'],
    ['llama.cpp', 'phi-4'],
  ]);
  expect(servers[1]?.models[0]?.contextTokens).toBe(16_384);
});

test.each<[string, Pages]>([
  ['a page for every address', { '/v1/models': '<!doctype html>', '/props': '<!doctype html>' }],
  [
    'a list of models of another program',
    { '/v1/models': { object: 'list', data: [{ id: 'gpt-4', object: 'model' }] } },
  ],
  ['properties of another program', { '/v1/models': { data: [{ id: 'a' }] }, '/props': { status: 'ok' } }],
  ['other lists', { '/v1/models': { data: ['llamacpp'], models: [] }, '/api/tags': { tags: [] } }],
  ['an answer that is too long', { '/v1/models': { ...llamaCppModels(), more: 'x'.repeat(2_000_001) } }],
  ['no answer at all', { '/v1/models': null, '/api/tags': null, '/api/v0/models': null, '/props': null }],
  ['no models', { '/v1/models': lmStudioModels(), '/api/tags': ollamaTags() }],
])('another service on these ports is not taken for a model server: %s', async (_, pages) => {
  expect((await look({ ollama: pages, 'lm-studio': pages, 'llama-cpp': pages }, 300)).servers).toEqual([]);
});

test('nothing is found if nothing listens', async () => {
  const double = await createProviderDouble({ answer: () => say('Hello.') });
  await double.close();
  const port = Number(new URL(double.url).port);
  expect(await createLocalServers({ ollama: port, 'lm-studio': port, 'llama-cpp': 0 }).find()).toEqual([]);
});
