import { cpSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { readHostAddress } from '#platform/pty/host/host-file.ts';
import { lookAtHost } from '#platform/pty/host/look-at-host.ts';
import { PtyHostClient } from '#platform/pty/host/pty-host-client.ts';

import { temporaryFolder } from '../../../../fixtures/database/temporary-folder.ts';
import { buildOnce } from '../../../../fixtures/server/build-once.ts';
import { startChildServer } from '../../../../fixtures/server/child-server.ts';
import { shownBy } from '../../../../fixtures/terminal/compare-screens.ts';
import { killHost } from '../../../../fixtures/terminal/end-host.ts';
import { isAlive } from '../../../../fixtures/terminal/is-alive.ts';
import { replayed } from '../../../../fixtures/terminal/replayed.ts';
import { startTerminals } from '../../../../fixtures/terminal/terminals-of.ts';

const TOP = path.resolve(import.meta.dirname, '../../../..');
/** Lets programs survive the server. */
const GOES_ON = { WARREN_END_TERMINALS: '' };

/** A server that can be stopped and started, and its terminals. */
async function start(program?: `/${string}`) {
  const terminals = await startTerminals({ environment: GOES_ON, ...(program && { program }) });
  return {
    ...terminals,
    open: (script: string) => terminals.open(['/bin/bash', '-c', script], { folder: terminals.home }),
  };
}

/** Paints in many ways, and answers each line with the terminal's replies to two queries. */
const ASKS = String.raw`stty raw -echo
printf '\033[?1049h\033[3;7r\033]0;a title\007\033[38;5;200mcolours 漢字\033[?25l'
ask() { printf '\033[c\033[6n'; IFS= read -r -d R -t 5 said; printf '\033[2;1H[%s]' "$(printf %s "$said" | tr '\033' E)"; }
while IFS= read -r -d '/' line; do printf '\033[1;1Hgot %s ' "$line"; ask; done`;

const WAITS = 'until [ -e go ]; do sleep 0.05; done';

test.each(['stop', 'kill'] as const)(
  'after a %s of the server programs continue, and the next one shows the same',
  async (how) => {
    const { home, running, open, row, window, startAgain } = await start();
    const asking = await open(ASKS);
    const ending = await open(`echo here; ${WAITS}; exit 7`);
    const counting = await open(`seq 1 200; ${WAITS}; seq 201 9000; echo all > counted; echo all; read line`);
    const before = await window(asking);
    before.type('one/');
    await before.shows(/got one[\s\S]*\[E\[\?1;2cE\[\d+;\d+\]/u);
    const busy = await window(counting);
    await busy.shows('200');
    const leaving = await window(ending);
    await leaving.shows('here');
    const code = await running.server[how]();
    if (how === 'stop') expect(code).toBe(0);
    writeFileSync(path.join(home, 'go'), '');
    await expect.poll(() => existsSync(path.join(home, 'counted'))).toBe(true);
    await startAgain();

    expect(await row(asking)).toMatchObject({ status: 'running', run: 1, exit: null });
    const after = await window(asking);
    await after.shows('got one');
    await before.screen.settled();
    expect(shownBy(after.screen.emulator)).toEqual(shownBy(before.screen.emulator));
    after.type('two/');
    await after.shows(/got two[\s\S]*\[E\[\?1;2cE\[\d+;\d+\]/u);
    const busyAfter = await window(counting);
    await busyAfter.shows('all');
    expect(busyAfter.screen.text).toMatch(/(?:^|\n)8000\n8001\n/u);
    await expect.poll(() => row(ending)).toMatchObject({ status: 'ended', exit: { exitCode: 7, reason: 'exited' } });
    const recorded = await replayed(path.join(home, 'recordings', `${counting}.cast`));
    expect(recorded).toMatch(/\n8000\n8001\n[\s\S]*\n9000\nall/u);
    expect(recorded).not.toContain('Warren was restarted');
  },
);

test('after an upgrade that removes the files of the older server, the newer one continues its terminals', async () => {
  await buildOnce();
  const older = temporaryFolder();
  const bundle = path.join(older, 'dist', 'server');
  cpSync(path.join(TOP, 'dist', 'server'), bundle, { recursive: true, filter: (file) => !file.endsWith('.map') });
  symlinkSync(path.join(TOP, 'node_modules'), path.join(older, 'node_modules'));
  writeFileSync(path.join(older, 'package.json'), JSON.stringify({ type: 'module', version: '0.0.1' }));
  const { home, running, open, row, window, startAgain } = await start(`/${path.join(bundle, 'main.js').slice(1)}`);
  const session = await open('echo $$; while read line; do echo "heard $line"; done');
  const before = await window(session);
  await before.shows(/^\d+$/mu);
  await running.server.stop();
  rmSync(older, { recursive: true, force: true });
  await startAgain();
  const look = await lookAtHost(home);
  expect(look?.version).toBe('0.0.1');
  await look?.close();
  const after = await window(session);
  await after.shows(/^\d+$/mu);
  after.type('you\r');
  await after.shows('heard you');
  expect(await row(session)).toMatchObject({ status: 'running', run: 1 });
  // The older host also runs further terminals of the newer server.
  await (await window(await open('echo further; read line'))).shows('further');
});

test('a host that does not answer at once, and a terminal that cannot be continued, lose no program', async () => {
  const { home, running, open, row, window, startAgain, call } = await start();
  const shown = await open('read line; echo "heard $line"');
  const strange = await open('read line');
  await running.server.kill();
  const other = new PtyHostClient({ home, version: 'test', waitMs: 60_000 });
  const hosted = await other.list();
  expect(hosted).toHaveLength(2);
  const { id = '', pid = 0 } = hosted.find(({ meta }) => meta.includes(strange)) ?? {};
  const pty = await other.attach(id);
  pty.remember(JSON.stringify({ ...JSON.parse(pty.meta), person: 'nobody' }));
  await other.close();
  const { pid: host = 0 } = (await readHostAddress(home)) ?? {};
  process.kill(host, 'SIGSTOP');
  // A stop does not wait for it either.
  const early = startChildServer({ home, environment: GOES_ON });
  const owner = path.join(home, 'owner.json');
  const announced = () => JSON.parse(readFileSync(owner, 'utf8')) as { pid: number; address: string | null };
  await expect.poll(() => [null, running.server.url].includes(announced().address)).toBe(false);
  process.kill(announced().pid, 'SIGTERM');
  await expect(early).rejects.toThrow('ended with 0 before it was ready');
  await startAgain();
  expect(hosted.every((each) => isAlive(each.pid))).toBe(true);
  process.kill(host, 'SIGCONT');
  const again = await window(shown);
  again.type('you\r');
  await again.shows('heard you');
  await expect(call('POST', `/api/terminals/${strange}/restart`, {})).rejects.toThrow(/its program goes on/iu);
  await expect(call('GET', `/api/sessions/${strange}/screen`)).rejects.toThrow(/its program goes on/iu);
  await expect(call('DELETE', `/api/sessions/${strange}/recording`)).rejects.toThrow(/still runs/iu);
  expect(isAlive(pid)).toBe(true);
  expect(await row(strange)).toMatchObject({ status: 'running', exit: null });
  await call('POST', `/api/terminals/${strange}/stop`);
  expect(isAlive(pid)).toBe(false);
  expect(await row(strange)).toMatchObject({ status: 'lost' });
});

test('when the host is killed, the server ends its surviving programs, and reports them as lost', async () => {
  const { home, open, row, window } = await start();
  const session = await open('trap "" HUP; echo $$ > pid; echo here; while :; do sleep 1; done');
  const shown = await window(session);
  await shown.shows('here');
  const pid = Number(readFileSync(path.join(home, 'pid'), 'utf8'));
  await killHost(home);
  await expect.poll(() => row(session)).toMatchObject({ status: 'lost', exit: { reason: 'lost' } });
  expect(isAlive(pid)).toBe(false);
  // The next terminal starts another host.
  const next = await window(await open('echo again; read line'));
  await next.shows('again');
});
