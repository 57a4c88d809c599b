import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { inflateSync } from 'node:zlib';

import { afterAll, expect, onTestFinished, test } from 'vitest';

import { lastPackedScreen } from '#modes/terminal/running/server/last-screen.ts';
import { LiveTerminal } from '#modes/terminal/running/server/live-terminal.ts';
import type { Pty, PtyExit, PtyListener } from '#modes/terminal/running/server/pty.ts';
import { unpackScreen } from '#modes/terminal/screen/domain/frames.ts';
import { Emulator } from '#modes/terminal/screen/server/emulator.ts';
import { Screens } from '#modes/terminal/screen/server/screens.ts';

import { recordedChats } from '../../../../fixtures/claude/chat/recorded-chat.ts';
import { temporaryFolder } from '../../../../fixtures/database/temporary-folder.ts';
import { seededRandom } from '../../../../fixtures/seeded-random.ts';
import { shownBy } from '../../../../fixtures/terminal/compare-screens.ts';
import { isAlive } from '../../../../fixtures/terminal/is-alive.ts';
import { readHostAddress } from './host-file.ts';
import { lookAtHost } from './look-at-host.ts';
import { PtyHostClient } from './pty-host-client.ts';

const screens = new Screens();
afterAll(() => screens.close());
const SIZE = { cols: 100, rows: 30 };
const CUTS = Number(process.env['WARREN_HOST_CUTS'] ?? 12);
const QUESTIONS = ['\u001B[6n', '\u001B[c', '\u001B]11;?\u001B\\', '\u001B[5n', '\u001B[18t'];

const ignore = () => undefined;
/** Long lines, so that the screen scrolls little for the number of bytes. */
const floodOf = (bytes: number) => `yes ${'x'.repeat(90)} | head -c ${bytes}; echo`;
/** A listener with the given handlers only. */
const hearing = (own: Partial<PtyListener>): PtyListener => ({
  onData: ignore,
  onResized: ignore,
  onRecording: ignore,
  onExit: ignore,
  ...own,
});

/** A data folder, with clients in the role of servers. */
function start({ waitMs = 60_000 } = {}) {
  const home = temporaryFolder();
  const server = () => new PtyHostClient({ home, version: 'test', waitMs });
  return {
    home,
    server,
    /** The current content of a file that programs write. */
    said: (name: string) => readFileSync(path.join(home, name), { encoding: 'utf8', flag: 'a+' }),
    open: (from: PtyHostClient, script: string, limits: { readonly maxBytes?: number } = {}) =>
      from.open(
        { file: '/bin/sh', args: ['-c', script], cwd: home, env: { PATH: '/usr/bin:/bin' }, size: SIZE },
        {
          recording: { file: path.join(home, 'recordings', 'one.cast'), title: '', env: {}, ...limits },
          meta: 'about it',
        },
      ),
  };
}

function unpacked(packed: Uint8Array): Emulator {
  const { json, unfinished, cells } = unpackScreen(inflateSync(packed));
  const emulator = new Emulator(SIZE);
  emulator.restore({ state: JSON.parse(new TextDecoder().decode(json)), cells, unfinished });
  return emulator;
}

test('wherever a server is cut off, the next screen is equal cell by cell, and each query is answered once', async () => {
  const random = seededRandom(7);
  const { home, server, open } = start();
  const bytes = Buffer.concat(recordedChats().map((chat) => chat.bytes)).subarray(0, 400_000);
  mkdirSync(path.join(home, 'pieces'));
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = at + 500 + Math.floor(random() * 8_000);
    const asked = Array.from({ length: Math.floor(random() * 3) }, () => QUESTIONS[Math.floor(random() * 5)]).join('');
    pieces.push(Buffer.concat([bytes.subarray(at, end), Buffer.from(asked)]));
    at = end;
  }
  pieces.push(Buffer.from('\u001B[0m-- all of it --'));
  for (const [index, piece] of pieces.entries())
    writeFileSync(path.join(home, 'pieces', String(index).padStart(4, '0')), piece);

  // The output that the servers received, in order.
  const heard: Buffer[] = [];
  let offset = 0;
  const oracle = new Emulator(SIZE, { onReply: (reply) => expected.push(reply) });
  const expected: string[] = [];
  const listened = (pty: Pty) => {
    let at = pty.start.offset;
    const listen = pty.listen.bind(pty);
    return Object.assign(pty, {
      listen: (listener: Parameters<Pty['listen']>[0]) =>
        listen({
          ...listener,
          onData(data) {
            if (at + data.length > offset) {
              const news = data.subarray(Math.max(0, offset - at));
              heard.push(Buffer.from(news));
              oracle.write(news);
              offset += news.length;
            }
            at += data.length;
            listener.onData(data);
          },
          onResized(size) {
            if (at >= offset) oracle.resize(size);
            listener.onResized(size);
          },
        }),
    });
  };
  const show = (pty: Pty) => new LiveTerminal({ pty: listened(pty), screens, onExit: ignore });

  let client = server();
  let pty = await open(
    client,
    `stty raw -echo -opost; cat < /dev/tty > answers & until [ -e go ]; do sleep 0.02; done
    for piece in pieces/*; do cat $piece; sleep 0.03; done; until [ -e end ]; do sleep 0.02; done; kill $!`,
  );
  let live = show(pty);
  writeFileSync(path.join(home, 'go'), '');
  for (let cut = 0; cut < CUTS; cut += 1) {
    await wait(random() * 120);
    if (random() < 0.3) await live.pack();
    // Some servers close without a word; others live on and continue to answer.
    if (random() < 0.5) await client.close();
    else onTestFinished(() => before.close());
    const before = client;
    client = server();
    const [found] = await client.list();
    expect(found).toMatchObject({ meta: 'about it', pid: pty.pid, exit: null });
    pty = await client.attach(found?.id ?? '');
    live = show(pty);
  }
  const all = Buffer.concat(pieces).length;
  await expect.poll(() => offset).toBe(all);
  expect(Buffer.concat(heard).equals(Buffer.concat(pieces))).toBe(true);
  const { packed } = await live.pack();
  expect(shownBy(unpacked(packed))).toEqual(shownBy(oracle));
  await expect.poll(() => readFileSync(path.join(home, 'answers'), 'latin1')).toBe(expected.join(''));
  expect(expected.length).toBeGreaterThan(20);
  writeFileSync(path.join(home, 'end'), '');
  await client.close();
});

test('the newest server wins: later input of an older one reaches no program', async () => {
  const { home, server, open, said } = start();
  const older = server();
  const told: PtyExit[] = [];
  const pty = await open(older, 'stty -echo; cat > typed');
  pty.listen(hearing({ onExit: (exit) => told.push(exit) }));
  pty.write('before\n');
  await expect.poll(() => said('typed')).toBe('before\n');
  const idle = server();
  const newer = server();
  const [found] = await newer.list();
  const taken = await newer.attach(found?.id ?? '');
  pty.write('too late\n');
  pty.resize({ cols: 20, rows: 5 });
  taken.write('after\n');
  await expect.poll(() => said('typed')).toBe('before\nafter\n');
  for (const each of [older, idle]) await expect(open(each, 'true')).rejects.toThrow(/another server/iu);
  // The older server does not report a loss: its terminals continue.
  expect(told).toEqual([]);
  expect(await newer.list()).toMatchObject([{ size: SIZE, exit: null }]);
  // An observer fences nobody.
  const look = await lookAtHost(home);
  expect(look?.terminals).toMatchObject([{ pid: pty.pid, meta: 'about it' }]);
  await look?.close();
  taken.write('still\n');
  await expect.poll(() => said('typed')).toBe('before\nafter\nstill\n');
  await newer.end(found?.id ?? '');
  await Promise.all([older, idle, newer].map((each) => each.close()));
  await expect.poll(() => lookAtHost(home)).toBeNull();
});

test('without a server a recorded program continues, and its screen is read from the recording', async () => {
  const { home, server, open, said } = start();
  const first = server();
  const pty = await open(
    first,
    `ls -l /proc/self/fd; echo listed; until [ -e go ]; do sleep 0.02; done; ${floodOf(9_200_000)}; seq 998 1000; echo all > done
    until [ -e more ]; do sleep 0.02; done; echo more; echo more > said; exec cat`,
  );
  const heard: string[] = [];
  pty.listen(hearing({ onData: (data) => heard.push(String(data)) }));
  await expect.poll(() => heard.join('')).toContain('listed');
  // Programs inherit no descriptors of the host.
  expect(heard.join('')).not.toMatch(/ptmx|socket|anon_inode|recordings/u);
  await first.close();
  writeFileSync(path.join(home, 'go'), '');
  await expect.poll(() => said('done')).toBe('all\n');
  const recording = path.join(home, 'recordings', 'one.cast');
  await expect.poll(() => readFileSync(recording).subarray(-100).toString().trimEnd()).toMatch(/1000\\r\\n"\]$/u);
  const next = server();
  const again = await next.attach((await next.list())[0]?.id ?? '');
  expect(again.start).toMatchObject({ isCut: true, screen: null, answeredTo: 0 });
  expect(again.start.offset).toBe(again.start.until);
  // Output during the reading of the recording follows it, and is shown once.
  writeFileSync(path.join(home, 'more'), '');
  await expect.poll(() => said('said')).toBe('more\n');
  const live = new LiveTerminal({
    pty: again,
    screens,
    screen: await lastPackedScreen(recording, screens),
    onExit: ignore,
  });
  const last = async () => (await live.read(0)).text.rows.join('\n').trimEnd().slice(-17);
  await expect.poll(last).toBe('998\n999\n1000\nmore');
  await expect.poll(async () => (await next.attach(again.id)).start).toMatchObject({ isCut: false });
  await next.end(again.id);
  await next.close();
});

test('output without a server is shown even after the recording has been cut', async () => {
  const { home, server, open, said } = start();
  const first = server();
  const script = `until [ -e go ]; do sleep 0.02; done; ${floodOf(9_800_000)}; seq 999 1000; echo the end; echo all > done; exec cat`;
  const { id } = await open(first, script, { maxBytes: 9 * 1024 * 1024 });
  await first.close();
  writeFileSync(path.join(home, 'go'), '');
  await expect.poll(() => said('done')).toBe('all\n');
  const next = server();
  const again = await next.attach(id);
  const recording = path.join(home, 'recordings', 'one.cast');
  const screen = await lastPackedScreen(recording, screens);
  const live = new LiveTerminal({ pty: again, screens, screen, onExit: ignore });
  const last = async () => (await live.read(0)).text.rows.join('\n').trimEnd().slice(-16);
  await expect.poll(last).toBe('999\n1000\nthe end');
  await next.end(id);
  await next.close();
});

test('an error in handling the output of one terminal does not affect another one', async () => {
  const { server, open, said } = start();
  const client = server();
  const warnings: string[] = [];
  const onWarning = (warning: Error) => warnings.push(warning.message);
  process.on('warning', onWarning);
  onTestFinished(() => void process.off('warning', onWarning));
  const exits: PtyExit[] = [];
  const onExit = (exit: PtyExit) => exits.push(exit);
  const heard: string[] = [];
  const other = await open(client, 'exec cat');
  other.listen(hearing({ onExit, onData: (data) => heard.push(String(data)) }));
  // Some of its output arrives before there is a listener, and some later.
  const faulty = await open(client, 'echo fault; echo all > done; exec cat');
  await expect.poll(() => said('done')).toBe('all\n');
  faulty.listen(
    hearing({
      onExit,
      onData: () => {
        throw new Error('planted');
      },
    }),
  );
  const planted = () => warnings.filter((warning) => warning.includes('planted')).length;
  await expect.poll(planted).toBeGreaterThan(0);
  const first = planted();
  faulty.write(Buffer.from('again\r'));
  await expect.poll(planted).toBeGreaterThan(first);
  other.write(Buffer.from('still here\r'));
  await expect.poll(() => heard.join('')).toContain('still here');
  expect(exits).toEqual([]);
  await client.end(other.id);
  await client.end(faulty.id);
  await client.close();
});

test('an unrecorded program waits after much output, and continues with the next server', async () => {
  const { home, server, open, said } = start();
  // Keeps the folder of recordings from being made.
  writeFileSync(path.join(home, 'recordings'), '');
  const first = server();
  const pty = await open(
    first,
    `until [ -e go ]; do sleep 0.02; done; i=0
    while [ $i -lt 100 ]; do head -c 100000 /dev/zero | tr '\\0' x; i=$((i + 1)); echo $i > written; done; exec cat`,
  );
  const states: string[] = [];
  pty.listen(hearing({ onRecording: ({ kind }) => states.push(kind) }));
  await expect.poll(() => states).toContain('stopped');
  await first.close();
  writeFileSync(path.join(home, 'go'), '');
  const written = () => Number(said('written'));
  let before = 0;
  const waitsAt = () => {
    const now = written();
    const isWaiting = now === before;
    before = now;
    return isWaiting ? now : 0;
  };
  await expect.poll(waitsAt, { interval: 200 }).toBeGreaterThanOrEqual(80);
  expect(written()).toBeLessThan(90);
  const next = server();
  const again = await next.attach(pty.id);
  expect(again.start).toMatchObject({ isCut: false, offset: 0 });
  const live = new LiveTerminal({ pty: again, screens, onExit: ignore });
  await expect.poll(written).toBe(100);
  live.close();
  await next.end(pty.id);
  await next.close();
});

test.each(['SIGTERM', 'time'] as const)('a host that is ended by %s sends SIGHUP to its programs', async (how) => {
  const { home, server, open, said } = start({ waitMs: how === 'time' ? 100 : 60_000 });
  const client = server();
  await open(client, 'trap "echo hangup > said; exit" HUP; echo ready > said; sleep 1000 & wait');
  await expect.poll(() => said('said')).toBe('ready\n');
  const { pid = 0 } = (await readHostAddress(home)) ?? {};
  if (how === 'time') await client.close();
  else process.kill(pid, how);
  await expect.poll(() => said('said')).toBe('hangup\n');
  await expect.poll(() => isAlive(pid)).toBe(false);
  expect(await readHostAddress(home)).toBeNull();
  await client.close();
});

test('ending a terminal whose program has ended signals no process', async () => {
  const { server, open, home } = start();
  const client = server();
  const ended = Promise.withResolvers<PtyExit>();
  const pty = await open(client, 'trap "" HUP; sleep 1000 & echo $! > pid');
  pty.listen(hearing({ onExit: ended.resolve }));
  await ended.promise;
  const pid = Number(readFileSync(path.join(home, 'pid'), 'utf8'));
  onTestFinished(() => void process.kill(pid));
  await client.end(pty.id);
  expect(isAlive(pid)).toBe(true);
  expect(await client.list()).toEqual([]);
  await client.close();
});
