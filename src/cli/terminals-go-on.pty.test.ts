import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import type { TerminalsAnswer } from '#modes/terminal/protocol.ts';

import { processesWith } from '../../fixtures/claude/processes-with.ts';
import { temporaryFolder } from '../../fixtures/database/temporary-folder.ts';
import { buildOnce } from '../../fixtures/server/build-once.ts';
import { apiOf, NO_PROVIDERS } from '../../fixtures/server/child-server.ts';
import { runHere } from '../../fixtures/server/run-here.ts';
import { openWindow } from '../../fixtures/terminal/terminal-window.ts';
import { run as runStatus } from './commands/status.ts';
import { run as runStop } from './commands/stop.ts';

/** Like systemd with `KillMode=process`: restarts Warren whenever it ends, until a file `over` exists. */
const SUPERVISOR = `
while [ ! -e over ]; do
  "$@" start >>out 2>>log & echo $! >pid
  wait $!
done`;

async function supervise(home: string) {
  await buildOnce();
  const folder = temporaryFolder();
  const supervisor = spawn('/bin/sh', ['-c', SUPERVISOR, 'sh', process.execPath, path.resolve('dist/server/main.js')], {
    cwd: folder,
    env: { ...process.env, ...NO_PROVIDERS, WARREN_END_TERMINALS: '', WARREN_HOME: home, WARREN_PORT: '0' },
    stdio: 'ignore',
  });
  const textOf = (name: string) =>
    existsSync(path.join(folder, name)) ? readFileSync(path.join(folder, name), 'utf8') : '';
  const ended = new Promise((resolve) => supervisor.on('exit', resolve));
  const killMain = (signal: NodeJS.Signals) => process.kill(Number(textOf('pid')), signal);
  const end = async () => {
    writeFileSync(path.join(folder, 'over'), '');
    if (supervisor.exitCode === null) killMain('SIGTERM');
    await ended;
  };
  onTestFinished(end);
  const starts = () => [...textOf('out').matchAll(/ready at (http:\/\/[^/]+)\/#token=(\S+)/gu)];
  return {
    killMain,
    end,
    log: () => textOf('log'),
    /** The server of this start, counted from 1. */
    async server(start: number) {
      await expect.poll(() => starts().length).toBe(start);
      const [, url = '', token = ''] = starts()[start - 1] ?? [];
      return { url, token: decodeURIComponent(token) };
    },
  };
}

test('under a supervisor that ends only the main process, terminals continue after stops and crashes', async () => {
  const home = temporaryFolder();
  const environment = { WARREN_HOME: home };
  const warren = await supervise(home);
  const status = async () => (await runHere(runStatus, { environment })).output;
  const rows = async () => (await apiOf(server)<TerminalsAnswer>('GET', '/api/terminals')).terminals;
  const stopAll = async () => (await runHere(runStop, { flags: { terminals: true }, environment })).output;

  let server = await warren.server(1);
  const command = ['/bin/sh', '-c', `i=0; while read -r line; do i=$((i+1)); echo "$i $line"; done; : ${home}`];
  const program = { kind: 'command', command };
  const open = async () =>
    (await apiOf(server)<{ session: string }>('POST', '/api/terminals', { folder: home, program })).session;
  const session = await open();
  const window = await openWindow(server, session);
  window.type('one\r');
  await window.shows('1 one');

  for (const [start, signal] of [
    [2, 'SIGTERM'],
    [3, 'SIGKILL'],
  ] as const) {
    warren.killMain(signal);
    server = await warren.server(start);
    const again = await openWindow(server, session);
    await again.shows('1 one');
    again.type(`${signal}\r`);
    await again.shows(`${start} ${signal}`);
    expect(await rows()).toMatchObject([{ session, run: 1, status: 'running' }]);
    expect(await status()).toMatch(
      new RegExp(`Server +running[^]*Terminals +${session}  sh in ${home}, since 20`, 'u'),
    );
  }
  expect(warren.log()).toMatch(/1 terminal goes on without Warren: sh in \S+\. "warren stop --terminals" ends it\./u);

  expect(await stopAll()).toBe('1 terminal has ended.\n');
  await expect.poll(rows).toMatchObject([{ session, status: 'ended', exit: { reason: 'exited' } }]);
  expect(await status()).toMatch(/Terminals +none/u);
  const next = await open();
  await warren.end();
  expect(await status()).toMatch(new RegExp(`not running[^]*Terminals +${next}  sh in`, 'u'));
  expect(await stopAll()).toBe('1 terminal has ended.\n');
  expect(processesWith(`: ${home}`)).toEqual([]);
  expect(await status()).toMatch(/Terminals +none/u);
  expect(await stopAll()).toBe('Nothing runs in terminals.\n');
});
