import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { processesWith } from '../../../../../fixtures/claude/processes-with.ts';
import { temporaryFolder } from '../../../../../fixtures/database/temporary-folder.ts';
import { type HeldHook, HooksListener } from './hooks-listener.ts';

const SHIM = path.resolve(import.meta.dirname, 'hook-shim.ts');
const SESSION = '11111111-1111-4111-8111-111111111111';
const start = { hook_event_name: 'SessionStart', session_id: SESSION, source: 'startup' };

/** Runs the shim like the CLI, with a body on its standard input. */
function runShim(parameters: readonly string[], body: object, environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [SHIM, ...parameters], { env: { PATH: process.env['PATH'], ...environment } });
  let [printed, problems] = ['', ''];
  child.stdout.on('data', (data) => (printed += String(data)));
  child.stderr.on('data', (data) => (problems += String(data)));
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify(body));
  return new Promise<object>((done) => child.on('close', (code) => done({ code, printed, problems })));
}

async function listen(socketFolder = temporaryFolder(), secret?: string) {
  const listener = new HooksListener({
    projects: '/home/ada/.claude/projects',
    socketFolder: () => Promise.resolve(socketFolder),
  });
  onTestFinished(() => listener.close());
  const heard: unknown[] = [];
  const asked: HeldHook[] = [];
  const { socket, ...given } = await listener.register(
    'one',
    {
      onHook: (hook) => heard.push(hook) > 0,
      onUsage: (usage) => heard.push(usage),
      onHeld: (_, held) => asked.push(held) > 0,
    },
    secret,
  );
  return {
    listener,
    to: [socket, 'one'],
    environment: { WARREN_HOOK_SECRET: given.secret },
    heard,
    asked,
    socketFolder,
  };
}

test('the start of a session is passed on, and nothing is printed', async () => {
  const { to, environment, heard } = await listen();
  expect(await runShim(to, start, environment)).toEqual({ code: 0, printed: '', problems: '' });
  expect(heard).toEqual([start]);
});

test('a status line is passed on, and nothing is printed if the person has none', async () => {
  const { to, environment, heard } = await listen();
  const line = { model: { display_name: 'Opus' } };
  const home = { HOME: temporaryFolder() };
  expect(await runShim([...to, 'status-line'], line, { ...environment, ...home })).toMatchObject({
    code: 0,
    printed: '',
  });
  expect(heard).toMatchObject([{ model: 'Opus' }]);
});

test("the person's own status line gets the same input and is printed, a project's before the general one", async () => {
  const { to, environment, heard } = await listen();
  const [HOME, project] = [temporaryFolder(), temporaryFolder()];
  const write = (folder: string, command: string) => {
    mkdirSync(path.join(folder, '.claude'), { recursive: true });
    const settings = JSON.stringify({ statusLine: { type: 'command', command } });
    writeFileSync(path.join(folder, '.claude', 'settings.json'), settings);
  };
  write(HOME, 'printf "mine: "; cat');
  const line = { model: { display_name: 'Opus' }, workspace: { project_dir: project } };
  const run = () => runShim([...to, 'status-line'], line, { ...environment, HOME });
  expect(await run()).toMatchObject({ code: 0, printed: `mine: ${JSON.stringify(line)}` });
  write(project, 'echo of the project');
  expect(await run()).toMatchObject({ code: 0, printed: 'of the project\n' });
  writeFileSync(path.join(project, '.claude', 'settings.json'), '{ broken');
  expect(await run()).toMatchObject({ code: 0, printed: expect.stringContaining('mine: ') });
  expect(heard).toHaveLength(3);
});

test('without a server, and with one that never answers, it ends silently', async () => {
  const folder = temporaryFolder();
  const silence = { code: 0, printed: '', problems: '' };
  expect(await runShim([path.join(folder, 'none'), 'one'], start)).toEqual(silence);

  const mute = createServer(() => {});
  const socket = path.join(folder, 'mute');
  await new Promise<void>((done) => mute.listen(socket, done));
  onTestFinished(() => void mute.close());
  expect(await runShim([socket, 'one'], start)).toEqual(silence);
});

test('a held request prints its answer; if the server goes away, it asks the next one under the same id', async () => {
  const first = await listen();
  const request = { hook_event_name: 'PermissionRequest', session_id: SESSION, tool_name: 'Bash', tool_input: {} };
  const running = runShim([...first.to, 'hold'], request, first.environment);
  await expect.poll(() => first.asked.length).toBe(1);
  await first.listener.close();
  const next = await listen(first.socketFolder, first.environment.WARREN_HOOK_SECRET);
  await expect.poll(() => next.asked.length).toBe(1);
  expect(next.asked[0]?.id).toMatch(/^[\da-f-]{36}$/u);
  expect(next.asked[0]?.id).toBe(first.asked[0]?.id);
  next.asked[0]?.answer({ decision: 'allow ✓' });
  expect(await running).toEqual({ code: 0, printed: '{"decision":"allow ✓"}', problems: '' });
});

test('a status line that hangs is killed with the shim', async () => {
  const { to, environment } = await listen();
  const HOME = temporaryFolder();
  mkdirSync(path.join(HOME, '.claude'));
  // A unique duration, so that other test runs on this machine have no such process.
  const seconds = `4321.${process.pid}${Date.now()}`;
  const command = `echo so far; sleep ${seconds} >/dev/null & sleep ${seconds} >/dev/null`;
  const settings = { statusLine: { command } };
  writeFileSync(path.join(HOME, '.claude', 'settings.json'), JSON.stringify(settings));
  expect(await runShim([...to, 'status-line'], {}, { ...environment, HOME })).toMatchObject({
    code: 0,
    printed: 'so far\n',
  });
  await expect.poll(() => processesWith(seconds)).toEqual([]);
});
