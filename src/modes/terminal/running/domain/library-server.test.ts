import { expect, test } from 'vitest';

import { libraryArguments, libraryEnvironment, onThisMachine } from './library-server.ts';

const ADDRESS = 'http://127.0.0.1:4600';
const access = { address: ADDRESS, token: 'warren_mcp_secret' };

test('the arguments name the address and the variable of the token', () => {
  const [option, config = ''] = libraryArguments(ADDRESS);
  expect(option).toBe('--mcp-config');
  expect(JSON.parse(config)).toEqual({
    mcpServers: {
      warren: {
        type: 'http',
        url: 'http://127.0.0.1:4600/mcp',
        headers: { Authorization: 'Bearer ${WARREN_LIBRARY_TOKEN}' },
      },
    },
  });
});

test('the token is in the environment, and its requests bypass proxies', () => {
  expect(libraryEnvironment(access, {})).toEqual({
    WARREN_LIBRARY_TOKEN: 'warren_mcp_secret',
    NO_PROXY: '127.0.0.1',
    no_proxy: '127.0.0.1',
  });
  expect(libraryEnvironment(access, { no_proxy: '.example.org' })).toMatchObject({
    NO_PROXY: '.example.org,127.0.0.1',
    no_proxy: '.example.org,127.0.0.1',
  });
  expect(libraryEnvironment({ ...access, address: 'http://[::1]:4600' }, {})).toMatchObject({ NO_PROXY: '::1' });
});

test.each([
  ['http://127.0.0.1:4600', 'http://127.0.0.1:4600'],
  ['http://192.168.1.5:80', 'http://192.168.1.5:80'],
  ['http://0.0.0.0:4600', 'http://127.0.0.1:4600'],
  ['http://[::]:4600', 'http://[::1]:4600'],
])('a server at %s is reached at %s', (address, expected) => {
  expect(onThisMachine(address)).toBe(expected);
});
