import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import type { Page } from '@playwright/test';
import { WebSocket } from 'ws';

import { atLeast, atMost, type Row } from './row.ts';
import { median, percentile } from './statistics.ts';
import { signInByLink, withBrowser } from './support/browser.ts';
import { type LaunchedServer, launchServer } from './support/launched-server.ts';
import { withTemporaryHome } from './support/temporary-home.ts';
import { openTerminal, TerminalViewer } from './support/terminal-viewer.ts';

const MB = 1_000_000;
/** The last line of the output. */
const END = 'this was the last line';
const OUTPUT_BYTES = 32 * MB;
const RUNS = 5;
const BUDGET_RATIO = 0.8;
const KEYS = 500;
const KEY_EVERY_MS = 20;
const BUDGET_ECHO_MS = 50;
const SNAPSHOTS = 30;
const SNAPSHOT_ROWS = 1_000;
const BUDGET_SNAPSHOT_MS = 100;
const BUDGET_LAG_MS = 20;
/** Writes up to 10 MB a second for ever. */
const floodOf = (text: string) => `const line = Buffer.from(${JSON.stringify(text)});
const chunk = Buffer.concat(Array.from({ length: Math.ceil(100_000 / line.length) }, () => line));
setInterval(() => process.stdout.write(chunk), 10);`;
const LOG = `\u001B[32m${'a line of a log '.repeat(7)}\u001B[0m\r\n`;
/** Short sequences with the highest cost per byte for the emulator. */
const WORST = '\u001B[2J\u001B[2147483647L\u001B[?1049hx\u001B[?1049l';

/** Terminals through the real server, with screen and recording. */
export function terminals(): Promise<readonly Row[]> {
  return withTemporaryHome(async (home) => {
    await (await launchServer('bin/warren start', home)).stop();
    const server = await launchServer('bin/warren start', home);
    try {
      const file = path.join(home, 'output.txt');
      writeFileSync(file, outputOf(OUTPUT_BYTES));
      return [
        ...(await throughput(server, file)),
        await keystrokes(server, 'terminal-keystroke', LOG),
        await keystrokes(server, 'terminal-keystroke-hostile', WORST),
        ...(await snapshots(server)),
      ];
    } finally {
      await server.stop();
    }
  });
}

/** Output like that of a build or a test run: words, numbers, colours. */
function outputOf(bytes: number): Buffer {
  const lines = Array.from(
    { length: 1_000 },
    (_, index) =>
      `\u001B[2m${String(index).padStart(6)}\u001B[0m \u001B[32mpassed\u001B[0m src/modes/terminal/screen-${index}.test.ts ${'of its parts '.repeat(index % 6)}\u001B[1m${index * 7} ms\u001B[0m\n`,
  );
  const piece = Buffer.from(lines.join(''));
  const pieces = Array.from({ length: Math.ceil(bytes / piece.length) }, () => piece);
  return Buffer.concat([...pieces, Buffer.from(`${END}\n`)]);
}

const waitThenPrint = (file: string) => ['/bin/sh', '-c', 'stty -echo; read go; cat "$0"; sleep 1', file];

async function throughput(server: LaunchedServer, file: string): Promise<readonly Row[]> {
  const relay = fork(path.join(import.meta.dirname, 'support/pty-relay.ts'), {
    execArgv: ['--max-semi-space-size=16'],
  });
  const [{ url }] = (await once(relay, 'message')) as [{ url: string }];
  const counted = { own: [] as number[], bare: [] as number[] };
  const shown = { own: [] as number[], bare: [] as number[] };
  for (let run = 0; run < RUNS; run += 1) {
    counted.bare.push(await throughRelay(url, file));
    counted.own.push(await throughWarren(server, file));
  }
  await withBrowser(async (browser) => {
    for (let run = 0; run < RUNS; run += 1) {
      shown.bare.push(await onRelayPage(await browser.newPage(), url, file));
      shown.own.push(await onOwnPage(await browser.newPage(), server, file));
    }
  });
  relay.disconnect();
  return [
    atLeast(BUDGET_RATIO, {
      name: 'terminal-throughput',
      what: `MB/s from a program to the screen of a page, over those of a bare relay with its page; ${figures(shown)}`,
      value: median(shown.own) / median(shown.bare),
      unit: 'x',
    }),
    atLeast(BUDGET_RATIO, {
      name: 'terminal-throughput-unseen',
      what: `the same to a socket that counts bytes and shows nothing; ${figures(counted)}`,
      value: median(counted.own) / median(counted.bare),
      unit: 'x',
    }),
  ];
}

function figures({ own, bare }: { readonly own: readonly number[]; readonly bare: readonly number[] }): string {
  return `${median(own).toFixed(1)} over ${median(bare).toFixed(1)}, ${OUTPUT_BYTES / MB} MB, median of ${RUNS}`;
}

/** Presses Enter, and measures the time until the last line is drawn. */
async function timeOnPage(page: Page): Promise<number> {
  await page.locator('.xterm-rows').waitFor();
  await page.locator('.xterm-helper-textarea').focus();
  await delay(500);
  const began = performance.now();
  await page.keyboard.press('Enter');
  await page.waitForFunction((end) => document.querySelector('.xterm-rows')?.textContent.includes(end), END, {
    timeout: 120_000,
  });
  const perSecond = OUTPUT_BYTES / MB / ((performance.now() - began) / 1_000);
  await page.close();
  return perSecond;
}

async function onRelayPage(page: Page, url: string, file: string): Promise<number> {
  await page.goto(`${url}/#${encodeURIComponent(JSON.stringify(waitThenPrint(file)))}`);
  return timeOnPage(page);
}

async function onOwnPage(page: Page, server: LaunchedServer, file: string): Promise<number> {
  const session = await openTerminal(server, waitThenPrint(file));
  await signInByLink(page, server.link);
  await page.goto(`${server.url}/session/${session}`);
  return timeOnPage(page);
}

async function throughRelay(url: string, file: string): Promise<number> {
  const socket = new WebSocket(url.replace('http', 'ws'), { perMessageDeflate: false });
  await once(socket, 'open');
  socket.send(JSON.stringify(waitThenPrint(file)));
  await delay(300);
  let bytes = 0;
  const began = performance.now();
  await new Promise<void>((resolve) => {
    socket.on('message', (data: Buffer) => {
      bytes += data.length;
      if (data.includes(END)) resolve();
    });
    socket.send(Buffer.from('\n'));
  });
  socket.close();
  return bytes / MB / ((performance.now() - began) / 1_000);
}

async function throughWarren(server: LaunchedServer, file: string): Promise<number> {
  const viewer = await TerminalViewer.open(server, await openTerminal(server, waitThenPrint(file)));
  await delay(300);
  const began = performance.now();
  viewer.type('\n');
  await viewer.until(() => viewer.offset >= OUTPUT_BYTES);
  const perSecond = viewer.offset / MB / ((performance.now() - began) / 1_000);
  await viewer.close();
  return perSecond;
}

const RAW_CAT = ['/bin/sh', '-c', 'stty raw -echo; exec cat'];

async function keystrokes(server: LaunchedServer, name: string, text: string): Promise<Row> {
  const typing = await TerminalViewer.open(server, await openTerminal(server, RAW_CAT));
  const quiet = await echoes(typing);
  const flood = await TerminalViewer.open(server, await openTerminal(server, [process.execPath, '-e', floodOf(text)]));
  const [from, at] = [flood.offset, performance.now()];
  const beside = await echoes(typing);
  const perSecond = (flood.offset - from) / MB / ((performance.now() - at) / 1_000);
  await Promise.all([typing.close(), flood.close()]);
  return atMost(BUDGET_ECHO_MS, {
    name,
    what: `from a key to its echo, p99 of ${KEYS}, beside a session that prints ${perSecond.toFixed(3)} MB/s of ${name === 'terminal-keystroke' ? 'a log' : 'the worst sequences'}`,
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
