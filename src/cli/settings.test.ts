import { expect, test } from 'vitest';

import { readSettings } from './settings.ts';

test('without settings Warren listens on this machine and keeps its data in the home folder', () => {
  expect(readSettings({ HOME: '/home/ada' })).toEqual({
    home: '/home/ada/.warren',
    host: '127.0.0.1',
    port: 4600,
    token: undefined,
    databaseUrl: undefined,
    isOffline: false,
    providers: { anthropic: {}, openai: {} },
    allowedHosts: [],
    allowedPrivateAddresses: [],
    recordingLimits: { maxAgeMs: 90 * 86_400_000, maxTotalBytes: 5_000_000_000 },
    logFormat: 'text',
  });
});

test('every setting is read', () => {
  expect(
    readSettings({
      WARREN_HOME: '/data',
      WARREN_HOST: '[::]',
      WARREN_PORT: '80',
      WARREN_TOKEN: 'secret',
      WARREN_DATABASE_URL: 'postgres://localhost/warren',
      WARREN_OFFLINE: '1',
      ANTHROPIC_API_KEY: ' sk-ant-key ',
      ANTHROPIC_BASE_URL: 'https://proxy.example/claude',
      OPENAI_API_KEY: 'sk-key',
      OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1',
      WARREN_ALLOWED_HOSTS: 'one.example, two.example:8443',
      WARREN_ALLOW_PRIVATE_ADDRESSES: 'nas.local 10.0.0.0/8, ::1, fd00::/8',
      WARREN_RECORDING_DAYS: '7',
      WARREN_RECORDING_MB: '20',
      WARREN_LOG: 'json',
    }),
  ).toEqual({
    home: '/data',
    host: '::',
    port: 80,
    token: 'secret',
    databaseUrl: 'postgres://localhost/warren',
    isOffline: true,
    providers: {
      anthropic: { key: 'sk-ant-key', baseUrl: 'https://proxy.example/claude' },
      openai: { key: 'sk-key', baseUrl: 'http://127.0.0.1:11434/v1' },
    },
    allowedHosts: ['one.example', 'two.example:8443'],
    allowedPrivateAddresses: ['nas.local', '10.0.0.0/8', '::1', 'fd00::/8'],
    recordingLimits: { maxAgeMs: 7 * 86_400_000, maxTotalBytes: 20_000_000 },
    logFormat: 'json',
  });
});

test('XDG_DATA_HOME is respected, and an empty setting counts as not set', () => {
  expect(readSettings({ HOME: '/home/ada', XDG_DATA_HOME: '/home/ada/.local/share' }).home).toBe(
    '/home/ada/.local/share/warren',
  );
  expect(readSettings({ HOME: '/home/ada', XDG_DATA_HOME: '', WARREN_HOME: '', WARREN_PORT: '' })).toMatchObject({
    home: '/home/ada/.warren',
    port: 4600,
  });
});

test.each([
  ['WARREN_PORT', 'http'],
  ['WARREN_PORT', '-1'],
  ['WARREN_PORT', '65536'],
  ['WARREN_PORT', '4600.5'],
  ['WARREN_HOST', 'http://localhost'],
  ['WARREN_TOKEN', 'two words'],
  ['WARREN_DATABASE_URL', 'mysql://localhost/warren'],
  ['WARREN_OFFLINE', 'perhaps'],
  ['WARREN_ALLOW_PRIVATE_ADDRESSES', '10.0.0.0/33'],
  ['WARREN_ALLOW_PRIVATE_ADDRESSES', '10.0.0/8'],
  ['WARREN_ALLOW_PRIVATE_ADDRESSES', 'http://nas.local'],
  ['WARREN_ALLOW_PRIVATE_ADDRESSES', 'nas.local:8080'],
  ['WARREN_RECORDING_DAYS', '0'],
  ['WARREN_RECORDING_DAYS', 'for ever'],
  ['WARREN_RECORDING_MB', '-1'],
  ['WARREN_LOG', 'xml'],
  ['ANTHROPIC_API_KEY', 'two words'],
  ['ANTHROPIC_BASE_URL', 'api.anthropic.com'],
  ['OPENAI_API_KEY', 'a “key”'],
  ['OPENAI_BASE_URL', 'http://user:secret@127.0.0.1'],
])('%s=%s is refused by name', (name, value) => {
  expect(() => readSettings({ HOME: '/home/ada', [name]: value })).toThrow(name);
});

test('a refused key is not repeated', () => {
  expect(() => readSettings({ HOME: '/home/ada', OPENAI_API_KEY: 'sk-secret key' })).not.toThrow('secret');
});
