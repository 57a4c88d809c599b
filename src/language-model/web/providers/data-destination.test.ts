import { expect, test } from 'vitest';

import type { Provider } from '../../protocol.ts';
import { canBeAsked, dataDestination } from './data-destination.ts';

const anthropic: Provider = {
  id: 'anthropic',
  name: 'Anthropic',
  key: 'own',
  keyEnd: 'abcd',
  baseUrl: 'https://api.anthropic.com',
  baseUrlFrom: 'default',
};
const openai: Provider = { ...anthropic, id: 'openai', name: 'OpenAI', key: 'none', keyEnd: null };

const at = (baseUrl: string): Provider[] => [anthropic, { ...openai, baseUrl, baseUrlFrom: 'own' }];

test('an embedded agent stays on this machine', () => {
  expect(dataDestination(null, [anthropic])).toBe('Stays on this machine');
});

test('a provider at its own address is named', () => {
  expect(dataDestination('anthropic', [anthropic])).toBe('Goes to Anthropic');
});

test('any other address is named by its machine and port, also on this machine: a gateway may stand there', () => {
  expect(dataDestination('openai', at('http://127.0.0.1:11434/v1'))).toBe('Goes to 127.0.0.1:11434');
  expect(dataDestination('openai', at('http://[::1]:8000/v1'))).toBe('Goes to [::1]:8000');
  expect(dataDestination('openai', at('https://openrouter.ai/api/v1'))).toBe('Goes to openrouter.ai');
  expect(dataDestination('openai', at('http://192.168.1.5:11434/v1'))).toBe('Goes to 192.168.1.5:11434');
});

test('an address of its own needs no key, a provider at its default does, and a lost key is none', () => {
  expect(canBeAsked(anthropic)).toBe(true);
  expect(canBeAsked({ ...openai, baseUrl: 'https://api.openai.com/v1' })).toBe(false);
  expect(canBeAsked({ ...openai, baseUrl: 'http://127.0.0.1:11434/v1', baseUrlFrom: 'own' })).toBe(true);
  expect(canBeAsked({ ...anthropic, keyEnd: '' })).toBe(true);
  expect(canBeAsked({ ...anthropic, keyEnd: null })).toBe(false);
  expect(canBeAsked({ ...anthropic, key: 'none', baseUrlFrom: 'own' })).toBe(false);
});
