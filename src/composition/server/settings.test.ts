import { expect, test } from 'vitest';

import { hostsInWords, readSettings } from './settings.ts';

test('without settings Warren listens on this machine and stores its data in the home folder', () => {
  expect(readSettings({ HOME: '/home/ada' })).toEqual({
    home: '/home/ada/.warren',
    host: '127.0.0.1',
    port: 4600,
    token: undefined,
    keysKey: undefined,
    databaseUrl: undefined,
    isOffline: false,
    providers: { anthropic: {}, openai: {} },
    allowedHosts: [],
    trustedProxies: [],
    allowedPrivateAddresses: [],
    embeddedPaceMs: 12,
    localModelPorts: { ollama: 11_434, 'lm-studio': 1234, 'llama-cpp': 8080 },
    terminals: { endsAtStop: false, waitMs: 86_400_000 },
    recordingLimits: { maxAgeMs: 90 * 86_400_000, maxTotalBytes: 5_000_000_000 },
    logFormat: 'text',
    logLevel: 'info',
  });
});

test('every setting is read', () => {
  expect(
    readSettings({
      WARREN_HOME: '/data',
      WARREN_HOST: '[::]',
      WARREN_PORT: '80',
      WARREN_TOKEN: 'a-secret-of-20-letters',
      WARREN_DATABASE_URL: 'postgres://localhost/warren',
      WARREN_OFFLINE: '1',
      ANTHROPIC_API_KEY: ' sk-ant-key ',
      ANTHROPIC_BASE_URL: 'https://proxy.example/claude',
      OPENAI_API_KEY: 'sk-key',
      OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1',
      WARREN_ALLOWED_HOSTS: 'one.example, two.example:8443',
      WARREN_TRUSTED_PROXIES: '127.0.0.1, 172.16.0.0/12',
      WARREN_ALLOW_PRIVATE_ADDRESSES: 'nas.local 10.0.0.0/8, ::1, fd00::/8',
      WARREN_EMBEDDED_PACE_MS: '0',
      WARREN_LOCAL_MODEL_PORTS: '11435, 0, 8081',
      WARREN_ANKI_CONNECT: 'http://127.0.0.1:8765',
      WARREN_ANKI_CONNECT_KEY: 'a key',
      WARREN_END_TERMINALS: '1',
      WARREN_TERMINAL_HOURS: '2',
      WARREN_RECORDING_DAYS: '7',
      WARREN_RECORDING_MB: '20',
      WARREN_LOG: 'json',
      WARREN_LOG_LEVEL: 'debug',
    }),
  ).toEqual({
    home: '/data',
    host: '::',
    port: 80,
    token: 'a-secret-of-20-letters',
    databaseUrl: 'postgres://localhost/warren',
    isOffline: true,
    providers: {
      anthropic: { key: 'sk-ant-key', baseUrl: 'https://proxy.example/claude' },
      openai: { key: 'sk-key', baseUrl: 'http://127.0.0.1:11434/v1' },
    },
    allowedHosts: ['one.example', 'two.example:8443'],
    trustedProxies: ['127.0.0.1', '172.16.0.0/12'],
    embeddedPaceMs: 0,
    allowedPrivateAddresses: ['nas.local', '10.0.0.0/8', '::1', 'fd00::/8'],
    ankiConnect: { url: 'http://127.0.0.1:8765', key: 'a key' },
    localModelPorts: { ollama: 11_435, 'lm-studio': 0, 'llama-cpp': 8081 },
    terminals: { endsAtStop: true, waitMs: 7_200_000 },
    recordingLimits: { maxAgeMs: 7 * 86_400_000, maxTotalBytes: 20_000_000 },
    logFormat: 'json',
    logLevel: 'debug',
  });
});

test('push services get the configured contact, else the first public name', () => {
  const contactOf = (WARREN_ALLOWED_HOSTS: string, WARREN_CONTACT = '') =>
    readSettings({ HOME: '/home/ada', WARREN_TOKEN: 'a-secret-of-20-letters', WARREN_ALLOWED_HOSTS, WARREN_CONTACT })
      .contact;
  const unfit = 'localhost:4600, 192.168.1.2, [fd00::1], nas, warren.local, warren.home.arpa';
  expect(contactOf(unfit)).toBeUndefined();
  expect(contactOf(`${unfit}, warren.tail1.ts.net:8443, warren.org`)).toBe('https://warren.tail1.ts.net:8443');
  expect(contactOf('warren.org', 'mailto:ada@xn--bcher-kva.de')).toBe('mailto:ada@xn--bcher-kva.de');
});

test('a single zero turns off the search for models of this machine', () => {
  expect(readSettings({ HOME: '/home/ada', WARREN_LOCAL_MODEL_PORTS: '0' }).localModelPorts).toEqual({
    ollama: 0,
    'lm-studio': 0,
    'llama-cpp': 0,
  });
});

test('a tilde in WARREN_HOME is the home of the person', () => {
  const homeOf = (WARREN_HOME: string) => readSettings({ HOME: '/home/ada', WARREN_HOME }).home;
  expect(['~', '~/x', '~/x/~y', '/data/~x'].map(homeOf)).toEqual([
    '/home/ada',
    '/home/ada/x',
    '/home/ada/x/~y',
    '/data/~x',
  ]);
});

test('a server that other machines can reach lists its host names', () => {
  const wordsOf = (WARREN_HOST: string, WARREN_ALLOWED_HOSTS = '') =>
    hostsInWords(readSettings({ HOME: '/home/ada', WARREN_HOST, WARREN_ALLOWED_HOSTS }));
  for (const own of ['', '127.0.0.1', 'localhost', '[::1]']) expect(wordsOf(own), own).toBeUndefined();
  expect(wordsOf('0.0.0.0')).toMatch(/0\.0\.0\.0\. .*WARREN_ALLOWED_HOSTS \(none\)/u);
  expect(wordsOf('0.0.0.0', 'warren.example')).toContain('(warren.example)');
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
  ['WARREN_CONTACT', 'ada@warren.org'],
  ['WARREN_CONTACT', 'mailto: <ada@warren.org>'],
  ['WARREN_CONTACT', 'mailto:ada@localhost'],
  ['WARREN_CONTACT', 'http://warren.org'],
  ['WARREN_DATABASE_URL', 'mysql://localhost/warren'],
  ['WARREN_DATABASE_URL', 'postgres://[::1/warren'],
  ['WARREN_DATABASE_URL', 'postgres://warren@localhost:port/warren'],
  ['WARREN_DATABASE_URL', 'postgres://localhost:99999/warren'],
  ['WARREN_DATABASE_URL', 'postgres://localhost/%E0%A4%A'],
  ['WARREN_OFFLINE', 'perhaps'],
  ['WARREN_ALLOW_PRIVATE_ADDRESSES', '10.0.0.0/33'],
  ['WARREN_ALLOW_PRIVATE_ADDRESSES', '10.0.0/8'],
  ['WARREN_ALLOW_PRIVATE_ADDRESSES', 'http://nas.local'],
  ['WARREN_ALLOW_PRIVATE_ADDRESSES', 'nas.local:8080'],
  ['WARREN_TRUSTED_PROXIES', '10.0.0.0/33'],
  ['WARREN_TRUSTED_PROXIES', 'proxy.local'],
  ['WARREN_LOCAL_MODEL_PORTS', '11434'],
  ['WARREN_LOCAL_MODEL_PORTS', '11434,1234,8080,8000'],
  ['WARREN_LOCAL_MODEL_PORTS', 'ollama,1234,8080'],
  ['WARREN_RECORDING_DAYS', '0'],
  ['WARREN_RECORDING_DAYS', 'for ever'],
  ['WARREN_RECORDING_MB', '-1'],
  ['WARREN_EMBEDDED_PACE_MS', '-1'],
  ['WARREN_LOG', 'xml'],
  ['WARREN_LOG_LEVEL', 'loud'],
  ['ANTHROPIC_API_KEY', 'two words'],
  ['ANTHROPIC_BASE_URL', 'api.anthropic.com'],
  ['OPENAI_API_KEY', 'a “key”'],
  ['OPENAI_BASE_URL', 'http://user:secret@127.0.0.1'],
])('%s=%s is refused by name', (name, value) => {
  expect(() => readSettings({ HOME: '/home/ada', [name]: value })).toThrow(name);
});

test('a server among several needs all settings that it shares with the others', () => {
  const whole = {
    HOME: '/home/ada',
    WARREN_DATABASE_URL: 'postgres://localhost/warren',
    WARREN_TOKEN: 'a-secret-of-20-letters',
    WARREN_CLUSTER_SECRET: 'x'.repeat(32),
    WARREN_INTERNAL_HOST: '10.0.0.4',
    WARREN_INTERNAL_PORT: '4700',
  };
  expect(readSettings(whole).cluster).toEqual({
    secret: 'x'.repeat(32),
    internalHost: '10.0.0.4',
    internalPort: 4700,
    drainMs: 30_000,
  });
  for (const name of Object.keys(whole).slice(1))
    expect(() => readSettings({ ...whole, [name]: '' }), name).toThrow(name);
  expect(() => readSettings({ ...whole, WARREN_CLUSTER_SECRET: 'short' })).toThrow('at least 32 visible');
  for (const everyAddress of ['0.0.0.0', '::', '[::]'])
    expect(() => readSettings({ ...whole, WARREN_INTERNAL_HOST: everyAddress })).toThrow(`not "${everyAddress}"`);
  expect(readSettings({ ...whole, WARREN_DRAIN_S: '5' }).cluster?.drainMs).toBe(5_000);
  expect(() => readSettings({ ...whole, WARREN_DRAIN_S: '-1' })).toThrow('WARREN_DRAIN_S is a whole number from 0');
});

test('a refused key is not repeated', () => {
  for (const WARREN_KEYS_KEY of ['secret', `${'x'.repeat(44)}`]) {
    const read = () => readSettings({ HOME: '/home/ada', WARREN_KEYS_KEY });
    expect(read).toThrow('WARREN_KEYS_KEY is 32 random bytes as base64');
    expect(read).not.toThrow(WARREN_KEYS_KEY);
  }
  expect(() => readSettings({ HOME: '/home/ada', OPENAI_API_KEY: 'sk-secret key' })).not.toThrow('secret');
});

test('a short token is refused unless only this machine can present it', () => {
  const read = (WARREN_HOST: string, WARREN_TOKEN: string) =>
    readSettings({ HOME: '/home/ada', WARREN_HOST, WARREN_TOKEN, WARREN_ALLOWED_HOSTS: 'localhost:8080' }).token;
  for (const host of ['', '127.0.0.1', '127.1.2.3', '::1', '[::1]', 'localhost'])
    expect(read(host, 'short')).toBe('short');
  for (const host of ['0.0.0.0', '::', '192.168.1.2', 'warren.example', '127.example']) {
    expect(() => read(host, 'x'.repeat(19))).toThrow('WARREN_TOKEN has at least 20 characters');
    expect(read(host, 'x'.repeat(20))).toBe('x'.repeat(20));
  }
});

test.each([
  ['WARREN_ALLOWED_HOSTS', 'warren.example'],
  ['WARREN_ALLOWED_HOSTS', 'localhost warren.example:8443'],
  ['WARREN_TRUSTED_PROXIES', '127.0.0.1'],
])('with %s=%s, which lets other machines in, a short token is refused on loopback too', (name, value) => {
  const read = (WARREN_TOKEN: string) => readSettings({ HOME: '/home/ada', WARREN_TOKEN, [name]: value }).token;
  expect(() => read('x'.repeat(19))).toThrow(name);
  expect(read('x'.repeat(20))).toBe('x'.repeat(20));
});

test('the address of a database is read like the driver reads it', () => {
  for (const url of [
    'postgres://localhost/warren',
    'postgres://warren:a$b@localhost/warren?sslmode=disable&application_name=warren',
    'postgresql://u:p%40ss@[::1]:5432/my%20db',
    'postgres://u:100%@localhost/db',
    'postgres://user:pa ss@localhost/db',
    'postgres://u:p@/db?host=/var/run/postgresql',
    'postgres:///db?host=/var/run/postgresql',
    'postgres://localhost',
  ])
    expect(readSettings({ HOME: '/home/ada', WARREN_DATABASE_URL: url }).databaseUrl).toBe(url);
});
