import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { WebSocket } from 'ws';

import { atLeast, atMost, type Row } from './row.ts';
import { median, percentile } from './statistics.ts';
import { type LaunchedServer, launchServer } from './support/launched-server.ts';
import { withTemporaryHome } from './support/temporary-home.ts';
import { openTerminal, TerminalViewer } from './support/terminal-viewer.ts';

const MB = 1_000_000;
const OUTPUT_BYTES = 64 * MB;
const RUNS = 5;
const BUDGET_RATIO = 0.8;
const KEYS = 500;
const KEY_EVERY_MS = 20;
const BUDGET_ECHO_MS = 50;
const SNAPSHOTS = 30;
const SNAPSHOT_ROWS = 1_000;
const BUDGET_SNAPSHOT_MS = 100;
const BUDGET_LAG_MS = 20;
/** Writes 10 MB a second for ever. */
const FLOOD = `const line = Buffer.from('\\u001b[32m' + 'a line of a log '.repeat(7) + '\\u001b[0m\\r\\n');
const chunk = Buffer.concat(Array.from({ length: Math.ceil(100_000 / line.length) }, () => line));
setInterval(() => process.stdout.write(chunk), 10);`;

/** Terminals through the real server, with their screen and their recording. */
export function terminals(): Promise<readonly Row[]> {
  return withTemporaryHome(async (home) => {
    await (await launchServer('bin/warren start', home)).stop();
    const server = await launchServer('bin/warren start', home);
    try {
      const file = path.join(home, 'output.txt');
      writeFileSync(file, outputOf(OUTPUT_BYTES));
      return [await throughput(server, file), await keystrokes(server), ...(await snapshots(server))];
    } finally {
      await server.stop();
    }
  });
}

/** What a build or a test run prints: words, numbers, colours. */
function outputOf(bytes: number): Buffer {
  const lines = Array.from(
    { length: 1_000 },
    (_, index) =>
      `\u001B[2m${String(index).padStart(6)}\u001B[0m \u001B[32mpassed\u001B[0m src/modes/terminal/screen-${index}.test.ts ${'of its parts '.repeat(index % 6)}\u001B[1m${index * 7} ms\u001B[0m\n`,
  );
  const piece = Buffer.from(lines.join(''));
  return Buffer.concat(Array.from({ length: Math.ceil(bytes / piece.length) }, () => piece));
}

const waitThenPrint = (file: string) => ['/bin/sh', '-c', 'stty -echo; read go; exec cat "$0"', file];

async function throughput(server: LaunchedServer, file: string): Promise<Row> {
  const relay = fork(path.join(import.meta.dirname, 'support/pty-relay.ts'), {
    execArgv: ['--max-semi-space-size=16'],
  });
  const [{ url }] = (await once(relay, 'message')) as [{ url: string }];
  const [own, bare]: [number[], number[]] = [[], []];
  let screens = 0;
  for (let run = 0; run < RUNS; run += 1) {
    bare.push(await throughRelay(url, file));
    const through = await throughWarren(server, file);
    own.push(through.perSecond);
    screens += through.screens;
  }
  relay.disconnect();
  return atLeast(BUDGET_RATIO, {
    name: 'terminal-throughput',
    what: `MB a second from a program to a window over those of a bare node-pty and ws relay, ${OUTPUT_BYTES / MB} MB, median of ${RUNS}; ${median(own).toFixed(1)} and ${median(bare).toFixed(1)}, ${screens / RUNS} screens in place of output a run`,
    value: median(own) / median(bare),
    unit: 'x',
  });
}

async function throughRelay(url: string, file: string): Promise<number> {
  const socket = new WebSocket(url.replace('http', 'ws'), { perMessageDeflate: false });
  await once(socket, 'open');
  socket.send(JSON.stringify(waitThenPrint(file)));
  await delay(300);
  let bytes = 0;
  socket.on('message', (data: Buffer) => (bytes += data.length));
  const began = performance.now();
  socket.send(Buffer.from('\n'));
  await once(socket, 'close');
  return bytes / MB / ((performance.now() - began) / 1_000);
}

async function throughWarren(server: LaunchedServer, file: string) {
  const viewer = await TerminalViewer.open(server, await openTerminal(server, waitThenPrint(file)));
  await delay(300);
  const began = performance.now();
  viewer.type('\n');
  await viewer.until(() => viewer.hasEnded);
  const perSecond = viewer.offset / MB / ((performance.now() - began) / 1_000);
  await viewer.close();
  return { perSecond, screens: viewer.screens - 1 };
}

const RAW_CAT = ['/bin/sh', '-c', 'stty raw -echo; exec cat'];

async function keystrokes(server: LaunchedServer): Promise<Row> {
  const typing = await TerminalViewer.open(server, await openTerminal(server, RAW_CAT));
  const quiet = await echoes(typing);
  const flood = await TerminalViewer.open(server, await openTerminal(server, [process.execPath, '-e', FLOOD]));
  const [from, at] = [flood.offset, performance.now()];
  const beside = await echoes(typing);
  const perSecond = (flood.offset - from) / MB / ((performance.now() - at) / 1_000);
  await Promise.all([typing.close(), flood.close()]);
  return atMost(BUDGET_ECHO_MS, {
    name: 'terminal-keystroke',
    what: `from a key to its echo, p99 of ${KEYS}, beside a session that prints ${perSecond.toFixed(1)} MB/s`,
    value: percentile(beside, 0.99),
    unit: 'ms',
    peer: { what: 'with nothing beside it', value: percentile(quiet, 0.99) },
  });
}

async function echoes(viewer: TerminalViewer): Promise<number[]> {
  const times: number[] = [];
  await delay(300);
  for (let key = 0; key < KEYS; key += 1) {
    times.push(await viewer.echo());
    await delay(KEY_EVERY_MS);
  }
  return times;
}

async function snapshots(server: LaunchedServer): Promise<readonly Row[]> {
  const lines = `for i in $(seq ${SNAPSHOT_ROWS}); do printf '\\033[3%dm%0119d\\n' $((i % 8)) $i; done; exec cat`;
  const session = await openTerminal(server, ['/bin/bash', '-c', lines]);
  const typing = await TerminalViewer.open(server, await openTerminal(server, RAW_CAT));
  await delay(1_000);
  const times: number[] = [];
  const echoed: number[] = [];
  let isOver = false;
  const typist = (async () => {
    while (!isOver) echoed.push(await typing.echo());
  })();
  for (let snapshot = 0; snapshot < SNAPSHOTS; snapshot += 1) {
    const began = performance.now();
    const viewer = await TerminalViewer.open(server, session);
    times.push(performance.now() - began);
    await viewer.close();
  }
  isOver = true;
  await typist;
  await typing.close();
  return [
    atMost(BUDGET_SNAPSHOT_MS, {
      name: 'terminal-snapshot',
      what: `from opening a window to its screen of ${SNAPSHOT_ROWS} rows, median of ${SNAPSHOTS}`,
      value: median(times),
      unit: 'ms',
    }),
    atMost(BUDGET_LAG_MS, {
      name: 'terminal-snapshot-beside',
      what: `the longest of ${echoed.length} echoes of another session meanwhile`,
      value: Math.max(...echoed),
      unit: 'ms',
    }),
  ];
}
