import { expect, test } from 'vitest';

import type { Provider } from '../../protocol.ts';
import { canBeAsked, dataDestination } from './data-destination.ts';

const anthropic: Provider = {
  id: 'anthropic',
  name: 'Anthropic',
  key: 'own',
  keyEnd: 'abcd',
  isUnchecked: false,
  baseUrl: 'https://api.anthropic.com',
  baseUrlFrom: 'default',
};
const openai: Provider = { ...anthropic, id: 'openai', name: 'OpenAI', key: 'none', keyEnd: null };

const at = (baseUrl: string): Provider[] => [anthropic, { ...openai, baseUrl, baseUrlFrom: 'own' }];

test('an embedded agent stays on this machine', () => {
  expect(dataDestination(null, [anthropic])).toBe('Stays on this machine');
});

test('a provider at its default address is shown by name', () => {
  expect(dataDestination('anthropic', [anthropic])).toBe('Goes to Anthropic');
});

test('a custom address is shown by host and port, also on this machine', () => {
  expect(dataDestination('openai', at('http://127.0.0.1:11434/v1'))).toBe('Stays on this machine, at 127.0.0.1:11434');
  expect(dataDestination('openai', at('http://[::1]:8000/v1'))).toBe('Stays on this machine, at [::1]:8000');
  expect(dataDestination('openai', at('https://openrouter.ai/api/v1'))).toBe('Goes to openrouter.ai');
  expect(dataDestination('openai', at('http://192.168.1.5:11434/v1'))).toBe('Goes to 192.168.1.5:11434');
});

test('a custom address needs no key, a default address needs a readable one', () => {
  expect(canBeAsked(anthropic)).toBe(true);
  expect(canBeAsked({ ...openai, baseUrl: 'https://api.openai.com/v1' })).toBe(false);
  expect(canBeAsked({ ...openai, baseUrl: 'http://127.0.0.1:11434/v1', baseUrlFrom: 'own' })).toBe(true);
  expect(canBeAsked({ ...anthropic, keyEnd: '' })).toBe(true);
  expect(canBeAsked({ ...anthropic, keyEnd: null })).toBe(false);
  expect(canBeAsked({ ...anthropic, key: 'none', baseUrlFrom: 'own' })).toBe(false);
});
