import { expect, test } from 'vitest';

import { terminalEnvironment } from './terminal-environment.ts';

const person = { HOME: '/home/ada', LANG: 'de_DE.UTF-8', EDITOR: 'vim', CLAUDE_CONFIG_DIR: '/home/ada/.cc' };

test('it is the person’s environment from before npm and the launcher changed it', () => {
  const env = terminalEnvironment(
    {
      ...person,
      PATH: '/warren/node_modules/.bin:/warren/.node/bin:/usr/bin',
      WARREN_USER_PATH: '/warren/node_modules/.bin:/node_modules/.bin:/npm/node-gyp-bin:/home/ada/bin:/usr/bin',
      NODE_COMPILE_CACHE: '/warren/cache',
      WARREN_USER_NODE_COMPILE_CACHE: '',
      GLIBC_TUNABLES: 'glibc.malloc.arena_max=2',
      WARREN_USER_GLIBC_TUNABLES: '',
      NODE: '/usr/bin/node',
      NODE_EXTRA_CA_CERTS: '/etc/own.pem',
      INIT_CWD: '/warren',
      npm_lifecycle_event: 'start',
      npm_config_cache: '/cache',
    },
    { billsKey: false },
  );
  expect(env).toEqual({
    ...person,
    PATH: '/home/ada/bin:/usr/bin',
    NODE_EXTRA_CA_CERTS: '/etc/own.pem',
    TERM: 'xterm-256color',
    COLORTERM: 'truecolor',
  });
});

test('keys are withheld unless the person chose to bill them; Warren’s own variables always are', () => {
  const keys = {
    ANTHROPIC_API_KEY: 'a',
    ANTHROPIC_AUTH_TOKEN: 'b',
    ANTHROPIC_BASE_URL: 'c',
    OPENAI_API_KEY: 'd',
    OPENAI_BASE_URL: 'e',
  };
  const env = { ...person, ...keys, ANTHROPIC_MODEL: 'opus', WARREN_TOKEN: 'secret', WARREN_HOME: '/data' };
  const withheld = terminalEnvironment(env, { billsKey: false });
  expect(withheld).toEqual({ ...person, ANTHROPIC_MODEL: 'opus', TERM: 'xterm-256color', COLORTERM: 'truecolor' });
  expect(terminalEnvironment(env, { billsKey: true })).toEqual({ ...withheld, ...keys });
});

test('the person’s compile cache is restored, and an empty CLAUDE_CONFIG_DIR is dropped', () => {
  const kept = { NODE_COMPILE_CACHE: '/warren/cache', WARREN_USER_NODE_COMPILE_CACHE: '/own/cache' };
  const env = terminalEnvironment({ ...person, ...kept, CLAUDE_CONFIG_DIR: '' }, { billsKey: false });
  expect(env).toMatchObject({ NODE_COMPILE_CACHE: '/own/cache' });
  expect(env).not.toHaveProperty('CLAUDE_CONFIG_DIR');
});

test.each([
  [{}, { LC_CTYPE: 'C.UTF-8' }],
  [
    { LANG: 'C', LC_ALL: 'C' },
    { LANG: 'C', LC_CTYPE: 'C.UTF-8' },
  ],
  [{ LC_ALL: 'C.utf8' }, { LC_ALL: 'C.utf8' }],
])('the encoding is UTF-8 even if the locale is %j', (locale, expected) => {
  const { TERM, COLORTERM, ...env } = terminalEnvironment(locale, { billsKey: false });
  expect([TERM, COLORTERM]).toEqual(['xterm-256color', 'truecolor']);
  expect(env).toEqual(expected);
});

test('marks of an enclosing session or terminal are removed, and their other settings stay', () => {
  const outer = {
    CLAUDECODE: '1',
    CLAUDE_CODE_ENTRYPOINT: 'cli',
    CLAUDE_CODE_SESSION_ID: 'x',
    CLAUDE_CODE_SSE_PORT: '1',
    COLUMNS: '33',
    LINES: '7',
    TMUX: '/tmp/tmux',
    TERM_PROGRAM: 'vscode',
    VSCODE_INJECTION: '1',
    SHLVL: '3',
  };
  const own = { ...person, CLAUDE_CODE_MAX_OUTPUT_TOKENS: '9000', NPM_TOKEN: 'token' };
  const env = terminalEnvironment({ ...own, ...outer }, { billsKey: false });
  expect(env).toEqual({ ...own, TERM: 'xterm-256color', COLORTERM: 'truecolor' });
});
