import { cpSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { runServer } from '#main.ts';

import { temporaryFolder } from '../../../../fixtures/database/temporary-folder.ts';
import { startChildServer } from '../../../../fixtures/server/child-server.ts';
import { isAlive } from '../../../../fixtures/terminal/is-alive.ts';
import { replayed } from '../../../../fixtures/terminal/replayed.ts';
import { shell, startTerminals, terminalsOf } from '../../../../fixtures/terminal/terminals-of.ts';

/** A server whose terminals run scripts that append the process id of each process to a file. */
async function start() {
  const terminals = await startTerminals();
  const { home } = terminals;
  return {
    ...terminals,
    open: (script: string) => terminals.open(shell(script), { folder: home }),
    /** Returns the process ids in the file, once there are that many. */
    started: async (count: number) => {
      const file = path.join(home, 'pids');
      const pids = () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : []);
      await expect.poll(() => pids().length).toBe(count);
      onTestFinished(() => pids().forEach(end));
      return pids();
    },
  };
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has already ended, as expected.
  }
}

const SAYS_WHERE = 'echo $$ >> pids';
/** Survives the end of its terminal. */
const STUBBORN = `trap "" HUP; ${SAYS_WHERE}; while :; do sleep 1; done`;
/** Starts in another session, and stays a child. */
const APART = `setsid sh -c '${SAYS_WHERE}; trap "" HUP; while :; do sleep 1; done' &`;

test('a stop ends processes that ignore it or that started a session', async () => {
  const { open, started, call, row } = await start();
  const session = await open(`${APART} (${STUBBORN.replace('$$', '$(sh -c "echo \\$PPID")')}) & ${STUBBORN}`);
  const pids = await started(3);
  await call('POST', `/api/terminals/${session}/stop`);
  expect(pids.filter(isAlive)).toEqual([]);
  expect(await row(session)).toMatchObject({ status: 'ended', exit: { reason: 'stopped' } });
});

test('a server is ready before it has ended surviving processes, and a restart of a terminal waits for its own', async () => {
  const { home, open, started, killBoth } = await start();
  const one = await open(STUBBORN);
  await started(1);
  const other = await open(STUBBORN);
  const [ofOne = 0, ofOther = 0] = await started(2);
  await killBoth();

  const next = await runServer({ WARREN_HOME: home, WARREN_PORT: '0', WARREN_OFFLINE: '1' });
  // Nothing of the server has run since.
  expect([ofOne, ofOther].filter(isAlive)).toEqual([ofOne, ofOther]);
  onTestFinished(() => next.close());
  const [, url = '', token = ''] = /^(http:\/\/[^/]+)\/#token=(\S+)$/u.exec(next.url) ?? [];
  const { call, rows } = terminalsOf(() => ({ url, token: decodeURIComponent(token) }));
  await call('POST', `/api/terminals/${one}/restart`, {});
  expect(isAlive(ofOne)).toBe(false);
  await started(3);
  const stands = async () => (await rows()).map(({ session, run, status }) => `${session} ${run} ${status}`).toSorted();
  await expect.poll(stands).toEqual([`${one} 2 running`, `${other} 1 lost`].toSorted());
  expect(isAlive(ofOther)).toBe(false);
});

test('a server on a copy of the data folder leaves the terminals of the original alone', async () => {
  const { home, running, call, open, started, row } = await start();
  const session = await open(`${SAYS_WHERE}; exec sleep 1000`);
  const pids = await started(1);
  await expect.poll(async () => (await row(session))?.status).toBe('running');
  const copy = temporaryFolder();
  // Pause the server, so that it writes nothing during the copy.
  const { process: original } = running.server;
  original.kill('SIGSTOP');
  await expect.poll(() => readFileSync(`/proc/${original.pid}/stat`, 'utf8')).toMatch(/\) T /);
  cpSync(home, copy, { recursive: true, filter: (file) => !/^(?:owner\.|sockets$)/u.test(path.basename(file)) });
  original.kill('SIGCONT');
  const other = await startChildServer({ home: copy });
  onTestFinished(async () => void (await other.stop()));
  await expect.poll(terminalsOf(() => other).rows).toMatchObject([{ session, status: 'lost' }]);
  expect(pids.filter(isAlive)).toEqual(pids);
  // Its host still obeys the original.
  await call('POST', `/api/terminals/${session}/stop`);
  expect(await row(session)).toMatchObject({ status: 'ended', exit: { reason: 'stopped' } });
});

test('after a kill of server and host, the next one ends processes that ignored the end of their terminal or outlived their parent', async () => {
  const { open, started, row, killBoth, startAgain } = await start();
  const inner = `sh -c 'trap "" HUP; ${SAYS_WHERE}; while :; do sleep 1; done' &`;
  const stubborn = await open(STUBBORN);
  await started(1);
  const outlived = await open(`${inner} ${SAYS_WHERE}; exec sleep 1000`);
  const pids = await started(3);
  await killBoth();
  // The program itself ends with its terminal.
  await expect.poll(() => pids.filter(isAlive).length).toBe(2);
  expect(isAlive(pids[0] ?? 0)).toBe(true);
  await startAgain();
  for (const session of [stubborn, outlived]) await expect.poll(() => row(session)).toMatchObject({ status: 'lost' });
  expect(pids.filter(isAlive)).toEqual([]);
});

test('after a kill of server and host during output, the recording is complete up to its end', async () => {
  const { home, killBoth, open } = await start();
  const session = await open('i=0; while :; do i=$((i+1)); echo "line $i"; sleep 0.01; done');
  const file = path.join(home, 'recordings', `${session}.cast`);
  await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8')).toContain('line 100\\r');
  await killBoth();
  const lines = [...(await replayed(file)).matchAll(/^line (\d+)$/gmu)].map(([, number]) => Number(number));
  expect(lines.length).toBeGreaterThanOrEqual(100);
  expect(lines).toEqual(lines.map((_, index) => index + 1));
});
