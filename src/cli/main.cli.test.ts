import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';

import { beforeAll, expect, onTestFinished, test } from 'vitest';

import { ownerAddress } from '#platform/database/data-folder/owner-lock.ts';

import { temporaryFolder } from '../../fixtures/database/temporary-folder.ts';
import { buildOnce } from '../../fixtures/server/build-once.ts';
import { runHere } from '../../fixtures/server/run-here.ts';
import { UsageError } from './command.ts';
import { run as backup } from './commands/backup.ts';
import { run as restore } from './commands/restore.ts';
import { run as user } from './commands/user.ts';

const BUNDLE = path.join(import.meta.dirname, '../../dist/server/main.js');
const SOURCES = path.join(import.meta.dirname, 'main.ts');

interface Ended {
  code: number | null;
  out: string;
  error: string;
}

beforeAll(buildOnce);

function launch(home: string, parameters: readonly string[], program = BUNDLE) {
  const environment = { PATH: process.env['PATH'], WARREN_HOME: home, WARREN_PORT: '0', WARREN_OFFLINE: '1' };
  const child = spawn(process.execPath, [program, ...parameters], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = { code: null as number | null, out: '', error: '' };
  child.stdout.on('data', (data: Buffer) => (ended.out += data.toString()));
  child.stderr.on('data', (data: Buffer) => (ended.error += data.toString()));
  return {
    child,
    ended: once(child, 'close').then(([code]) => ({ ...ended, code: code as number | null })),
  };
}

function run(home: string, ...parameters: string[]): Promise<Ended> {
  return launch(home, parameters).ended;
}

async function started(home: string, program?: string) {
  const launched = launch(home, ['start'], program);
  const endedEarly = launched.ended.then(({ code, error }) =>
    Promise.reject(new Error(`it ended with ${code}: ${error}`)),
  );
  const [data] = (await Promise.race([once(launched.child.stdout!, 'data'), endedEarly])) as [Buffer];
  return { ...launched, ready: data.toString() };
}

test('a server starts from its sources, prints its address, and stops at a signal', async () => {
  const home = temporaryFolder();
  const { child, ended, ready } = await started(home, SOURCES);
  const [, address, token] = /^Warren is ready at (http:\/\/127\.0\.0\.1:\d+)\/#token=(\S+)\n$/.exec(ready) ?? [];
  const answer = await fetch(`${address}/api/me`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 0, error: '' });
  expect(existsSync(path.join(home, 'owner.json'))).toBe(false);
});

/** Makes a program the first process of a separate process namespace, as a container does. */
const AS_FIRST = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'];
const mayBeFirst =
  process.getuid?.() === 0 && spawnSync(AS_FIRST[0] ?? '', [...AS_FIRST.slice(1), 'true']).status === 0;

test.skipIf(!mayBeFirst)('as the first process it reaps orphaned processes, and stops at a signal', async () => {
  const home = temporaryFolder();
  const environment = { PATH: process.env['PATH'], WARREN_HOME: home, WARREN_PORT: '0', WARREN_OFFLINE: '1' };
  const child = spawn(AS_FIRST[0] ?? '', [...AS_FIRST.slice(1), process.execPath, BUNDLE, 'start'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'close');
  const [data] = (await once(child.stdout, 'data')) as [Buffer];
  const [, address, token] = /(http:\S+)\/#token=(\S+)/.exec(data.toString()) ?? [];
  const call = async (url: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
    const method = body ? 'POST' : 'GET';
    const answer = await fetch(`${address}${url}`, { headers, method, ...(body && { body: JSON.stringify(body) }) });
    return (await answer.json()) as { readonly session: string; readonly lines: readonly string[] };
  };
  // Each leaves a process behind that ends later.
  const leave =
    'for each in 1 2 3; do (sleep 0.1 & sleep 0.1 &); done; until ! ps -eo comm | grep -q "^sleep"; do :; done';
  const script = `${leave}; echo all gone; ps -o args= -p 1; sleep 100`;
  const wanted = { folder: '/', program: { kind: 'command', command: ['sh', '-c', script] } };
  const { session } = await call('/api/terminals', wanted);
  const shown = async () => (await call(`/api/sessions/${session}/screen`)).lines.join('\n');
  await expect.poll(shown).toMatch(/all gone\s+sh -c/u);
  const servers = spawnSync('pgrep', ['-P', String(child.pid)], { encoding: 'utf8' });
  process.kill(Number(servers.stdout.trim()), 'SIGTERM');
  expect(await ended).toEqual([0, null]);
});

test('a server continues when nobody reads its output', async () => {
  const home = temporaryFolder();
  const { child, ended } = launch(home, ['start']);
  child.stdout!.destroy();
  child.stderr!.destroy();
  let address: string | undefined;
  await expect.poll(() => (address = ownerAddress(home))).toBeDefined();
  const isReady = async () => (await fetch(`${address}/readyz`)).status;
  await expect.poll(isReady).toBe(200);
  // The ready line is written at about this time.
  for (let count = 0; count < 20; count += 1) expect(await isReady()).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 0 });
});

test('beside a running server a second one is refused, and backups and people can be created', async () => {
  const home = temporaryFolder();
  const { child, ended, ready } = await started(home);
  const address = /http:\S+(?=\/#)/.exec(ready)?.[0];
  const copy = path.join(home, 'copy.db');

  expect(await run(home, 'start')).toMatchObject({
    code: 1,
    out: '',
    error: expect.stringMatching(`process ${child.pid}, since .* at ${address}`) as string,
  });
  const added = await run(home, 'user', 'add', 'Grace');
  const token = /#token=(\S+)/.exec(added.out)?.[1];
  expect(added.out).toContain(`Grace signs in at ${address}/#token=`);
  const answer = await fetch(`${address}/api/me`, { headers: { authorization: `Bearer ${token}` } });
  expect(await answer.json()).toMatchObject({ name: 'Grace' });
  const here = (command: typeof user, ...positionals: string[]) =>
    runHere(command, { positionals, environment: { WARREN_HOME: home } });
  await expect(here(user, 'add', 'Grace')).rejects.toThrow('There is already a person named Grace.');
  expect(await here(backup, copy)).toMatchObject({ code: 0 });
  await expect(here(restore, copy)).rejects.toThrow(`process ${child.pid}`);

  child.kill('SIGINT');
  expect(await ended).toMatchObject({ code: 0 });
  expect(await run(home, 'restore', copy)).toMatchObject({ code: 0, error: '' });
});

test('an invalid call exits with 2, help and version with 0', async () => {
  const home = temporaryFolder();
  const [unknown, option, help, version] = await Promise.all([
    run(home, 'dig'),
    run(home, 'backup', 'file', '--fast'),
    run(home, 'help'),
    run(home, '--version'),
  ]);
  expect(unknown).toMatchObject({ code: 2, out: '', error: expect.stringContaining('"dig"') as string });
  expect(option).toMatchObject({ code: 2, error: expect.stringContaining('warren backup FILE') as string });
  await expect(runHere(user, { positionals: ['add'] })).rejects.toThrow(new UsageError('Usage: warren user add NAME'));
  expect(help).toMatchObject({ code: 0, error: '', out: expect.stringContaining('warren COMMAND') as string });
  expect(version).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string });
});
