import { expect, test } from 'vitest';

import { inLogContext } from '#session/server/log-context.ts';

import { createLog, LOG_LEVELS, type LogLevel } from './create-log.ts';

function openLog(format: 'text' | 'json', level: LogLevel = 'info') {
  const lines: string[] = [];
  const log = createLog({ format, level, secrets: ['my-own-token'], write: (line) => void lines.push(line) });
  return { log, lines };
}

test('a line of JSON has its level, time, message and the command or request it belongs to', async () => {
  const { log, lines } = openLog('json');
  log.info('ready');
  await inLogContext({ command: 'c-1' }, async () => {
    await new Promise((resolve) => setImmediate(resolve));
    log.error('failed', new Error('why'));
  });
  inLogContext({ request: 'r-1' }, () => log.error('no room', { code: 1 }));
  const read = lines.map((line) => JSON.parse(line) as Record<string, string>);
  expect(read.some((line) => 'server' in line)).toBe(false);
  expect(read).toMatchObject([
    { level: 'info', message: 'ready' },
    { level: 'error', message: 'failed', command: 'c-1', error: expect.stringMatching(/^Error: why\n +at /) },
    { level: 'error', message: 'no room', request: 'r-1', error: '{"code":1}' },
  ]);
  for (const line of lines) expect(line).toMatch(/^[^\n]*\n$/);
  for (const { time = '' } of read) expect(new Date(time).toISOString()).toBe(time);
});

test('the text format has readable messages', () => {
  const { log, lines } = openLog('text');
  log.info('ready');
  log.error('failed');
  expect(lines).toEqual(['ready\n', 'failed\n']);
});

test.each([
  ['error', ['error']],
  ['warn', ['warn', 'error']],
  ['info', ['info', 'warn', 'error']],
  ['debug', ['debug', 'info', 'warn', 'error']],
] as const)('at level %s the lines %j are written', (least, written) => {
  const { log, lines } = openLog('json', least);
  for (const level of LOG_LEVELS.toReversed()) log[level]('said');
  expect(lines.map((line) => (JSON.parse(line) as { level: string }).level)).toEqual(written);
});

test('a secret that JSON would escape is hidden', () => {
  const lines: string[] = [];
  const secret = 'correct"horse\\battery';
  const log = createLog({ format: 'json', level: 'info', secrets: [secret], write: (line) => void lines.push(line) });
  log.error(`It was ${secret}`, new Error(secret));
  expect(lines.join('')).not.toMatch(/horse|battery/);
});

test('no line has a secret, a text in the form of a secret, or text that a parser could not read', () => {
  const { log, lines } = openLog('json');
  const token = 'a'.repeat(20) + '-_' + 'B'.repeat(21);
  log.error(`my-own-token and ${token}`, new Error('sk-ant-api03-abcdefghijklmnop was rejected'));
  for (const text of ['my dear diary', '{"content":"my dear diary"', '{"content":my dear diary}', '"my dear diary'])
    try {
      JSON.parse(text);
    } catch (error) {
      log.error('unreadable', error);
    }
  expect(lines).toHaveLength(5);
  expect(lines.join('')).not.toMatch(/my-own-token|aaaa|sk-ant|dear/);
  expect(lines[0]).toContain('[secret] and [secret]');
});

test('with several servers each line names its server', () => {
  const { log, lines } = openLog('text');
  const json = openLog('json');
  for (const each of [log, json.log]) {
    each.name('east');
    each.warn('no room', { code: 1 });
  }
  expect(lines).toEqual(['east: no room: {"code":1}\n']);
  expect(JSON.parse(json.lines[0] ?? '')).toMatchObject({ level: 'warn', server: 'east', message: 'no room' });
});
