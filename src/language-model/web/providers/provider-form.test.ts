import { expect, test } from 'vitest';

import type { Provider } from '../../protocol.ts';
import { presetAt, presets } from './presets.ts';
import { providerDraftOf, readProviderDraft } from './provider-form.tsx';

const fresh: Provider = {
  id: 'openai',
  name: 'OpenAI-compatible',
  key: 'none',
  keyEnd: null,
  isUnchecked: false,
  baseUrl: 'https://api.openai.com/v1',
  baseUrlFrom: 'default',
};
const own: Provider = {
  ...fresh,
  key: 'own',
  keyEnd: 'abcd',
  isUnchecked: false,
  baseUrl: 'http://127.0.0.1:11434/v1',
  baseUrlFrom: 'own',
};

test('the form starts without the key and only with the person’s own address', () => {
  expect(providerDraftOf(fresh)).toEqual({ key: '', address: '' });
  expect(providerDraftOf(own)).toEqual({ key: '', address: 'http://127.0.0.1:11434/v1' });
});

test('only changes are sent', () => {
  expect(readProviderDraft({ key: ' sk-1 ', address: '' }, fresh)).toEqual({ change: { key: 'sk-1' } });
  expect(readProviderDraft({ key: '', address: 'http://h/v1' }, fresh)).toEqual({ change: { baseUrl: 'http://h/v1' } });
  expect(readProviderDraft({ ...providerDraftOf(own), key: 'sk-2' }, own)).toEqual({ change: { key: 'sk-2' } });
});

test('an empty address resets to the default', () => {
  expect(readProviderDraft({ key: '', address: ' ' }, own)).toEqual({ change: { baseUrl: null } });
});

test('an empty form cannot be saved', () => {
  expect(readProviderDraft(providerDraftOf(fresh), fresh)).toEqual({ problems: { key: 'Paste a key.' } });
  expect(readProviderDraft(providerDraftOf(own), own)).toEqual({ problems: { key: 'Paste the new key.' } });
});

test('an invalid key or address is reported at its field', () => {
  expect(readProviderDraft({ key: 'sk 1', address: '' }, fresh)).toHaveProperty('problems.key');
  for (const address of ['openrouter.ai', 'ftp://h', 'http://u:p@h', 'http://h/v1?x=1', 'javascript:1', 'http://'])
    expect(readProviderDraft({ key: '', address }, fresh), address).toHaveProperty('problems.address');
});

test('a service is recognized by its address', () => {
  for (const preset of presets) expect(presetAt(`${preset.baseUrl}/`)).toBe(preset);
  expect(presetAt('http://localhost:11434/v1')?.name).toBe('Ollama');
  expect(presetAt('http://192.168.1.5:11434/v1')).toBeUndefined();
});
