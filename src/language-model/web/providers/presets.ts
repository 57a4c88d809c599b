import { trimEnd } from '#text/domain/trim-ends.ts';

/** Services with OpenAI's protocol and their default addresses. */
export const presets: readonly { readonly name: string; readonly baseUrl: string; readonly needsKey: boolean }[] = [
  { name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1', needsKey: false },
  { name: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1', needsKey: false },
  { name: 'llama.cpp', baseUrl: 'http://127.0.0.1:8080/v1', needsKey: false },
  { name: 'vLLM', baseUrl: 'http://127.0.0.1:8000/v1', needsKey: false },
  { name: 'OpenRouter', baseUrl: 'https://openrouter.ai/api/v1', needsKey: true },
  { name: 'OpenAI', baseUrl: 'https://api.openai.com/v1', needsKey: true },
];

/** The service at an address; undefined if there is none. */
export function presetAt(address: string) {
  const written = trimEnd(address.trim(), /\//u).replace('//localhost', '//127.0.0.1');
  return presets.find(({ baseUrl }) => baseUrl === written);
}
