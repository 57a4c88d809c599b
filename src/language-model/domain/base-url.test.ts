import { expect, test } from 'vitest';

import { normalBaseUrl, providerName } from './base-url.ts';
import { defaultChoice } from './default-choice.ts';

test.each([
  ['http://127.0.0.1:11434', 'http://127.0.0.1:11434/v1'],
  ['http://127.0.0.1:11434/', 'http://127.0.0.1:11434/v1'],
  ['http://127.0.0.1:11434/v1/', 'http://127.0.0.1:11434/v1'],
  ['http://[::1]:8000/v1/chat/completions', 'http://[::1]:8000/v1'],
  ['https://openrouter.ai/api', 'https://openrouter.ai/api/v1'],
  ['https://openrouter.ai/api/v1', 'https://openrouter.ai/api/v1'],
  [
    'https://generativelanguage.googleapis.com/v1beta/openai/',
    'https://generativelanguage.googleapis.com/v1beta/openai',
  ],
  ['https://v1.example.org', 'https://v1.example.org/v1'],
])('%s becomes the base URL %s', (given, address) => {
  expect(normalBaseUrl('openai', given)).toBe(address);
  expect(normalBaseUrl('openai', address)).toBe(address);
});

test.each([
  ['https://api.anthropic.com/', 'https://api.anthropic.com'],
  ['https://api.anthropic.com/v1', 'https://api.anthropic.com'],
  ['https://proxy.example/claude/v1/messages', 'https://proxy.example/claude'],
])('for Anthropic %s becomes the base URL %s', (given, address) => {
  expect(normalBaseUrl('anthropic', given)).toBe(address);
});

test('a provider is named by its name, a custom server by its address', () => {
  expect(providerName('anthropic', 'https://api.anthropic.com')).toBe('Anthropic');
  expect(providerName('openai', 'https://api.openai.com/v1')).toBe('OpenAI');
  expect(providerName('openai', 'http://127.0.0.1:11434/v1')).toBe('the server at 127.0.0.1:11434');
});

test('the default depends on the available keys', () => {
  const tutor = (anthropic: 'official' | 'none', openai: 'official' | 'custom' | 'none') =>
    defaultChoice('tutor', { anthropic, openai }).model;
  expect(tutor('none', 'none')).toBe('claude-opus-5-5');
  expect(tutor('official', 'official')).toBe('claude-opus-5-5');
  expect(tutor('none', 'official')).toBe('gpt-6.1-sol');
  expect(tutor('none', 'custom')).toBe('');
});
