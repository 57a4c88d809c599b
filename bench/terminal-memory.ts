import { setTimeout as delay } from 'node:timers/promises';

import { readHostAddress } from '#platform/pty/host/host-file.ts';

import { atMost, type Row } from './row.ts';
import { median, percentile } from './statistics.ts';
import { type LaunchedServer, launchServer } from './support/launched-server.ts';
import { residentMb } from './support/resident.ts';
import { withTemporaryHome } from './support/temporary-home.ts';
import { openTerminal, TerminalViewer } from './support/terminal-viewer.ts';

const SESSIONS = 20;
const SCROLLBACK_ROWS = 5_000;
const BUDGET_MB_A_SESSION = 13;
const RESTARTS = 3;
const RESTART_ROWS = 1_000;
const BUDGET_RESTART_MS = 2_000;
const ECHOES = 50;
const BUDGET_ECHO_MS = 50;
const GB = 1_000_000_000;
const MUCH_BYTES = 2 * GB;
const BUDGET_GROWTH_MB = 30;
const SETTLE_MS = 5_000;
/** Prints a hundred lines a second for ever, and echoes input. */
const BUSY = `process.stdin.setRawMode(true); process.stdin.on('data', (data) => process.stdout.write(data));
setInterval(() => process.stdout.write('\\u001b[35ma line of a build that goes on\\u001b[0m\\r\\n'), 10);`;

/**
 * The cost of terminals for server and host: one with a full scrollback, twenty at once, much output through one, and a
 * restart.
 */
export async function terminalMemory(): Promise<readonly Row[]> {
  const withServer = (measure: (server: LaunchedServer, home: string) => Promise<Row>) =>
    withTemporaryHome(async (home) => {
      await (await launchServer('bin/warren start', home)).stop();
      const server = await launchServer('bin/warren start', home);
      try {
        return await measure(server, home);
      } finally {
        await server.stop();
      }
    });
  return [await withServer(aSession), await withServer(manyAtOnce), await withServer(muchOutput), await restart()];
}

const residentOf = (server: LaunchedServer) => residentMb(server.process.pid ?? 0);

/** Opens a terminal that fills its scrollback in colours, and waits until it is full. */
async function openFull(server: LaunchedServer): Promise<void> {
  const rows = `for i in $(seq ${SCROLLBACK_ROWS + 36}); do printf '\\033[3%dm%0110d\\033[0m\\n' $((i % 8)) $i; done; echo all; exec cat`;
  const viewer = await TerminalViewer.open(server, await openTerminal(server, ['/bin/bash', '-c', rows]));
  await viewer.until(() => viewer.offset > SCROLLBACK_ROWS * 110);
  await delay(200);
  await viewer.close();
}

async function aSession(server: LaunchedServer, home: string): Promise<Row> {
  const together = async () => (await residentOf(server)) + (await residentMb((await readHostAddress(home))?.pid ?? 0));
  // The first one starts the threads of the screens.
  await openFull(server);
  await openFull(server);
  await delay(SETTLE_MS);
  const before = await together();
  for (let session = 0; session < SESSIONS; session += 1) await openFull(server);
  await delay(SETTLE_MS);
  const value = ((await together()) - before) / SESSIONS;
  return atMost(BUDGET_MB_A_SESSION, {
    name: 'terminal-memory',
    what: `resident memory of server and host for each of ${SESSIONS} further sessions with ${SCROLLBACK_ROWS} full rows above the window`,
    value,
    unit: 'MB',
  });
}

async function manyAtOnce(server: LaunchedServer): Promise<Row> {
  const viewers: TerminalViewer[] = [];
  while (viewers.length < SESSIONS)
    viewers.push(await TerminalViewer.open(server, await openTerminal(server, [process.execPath, '-e', BUSY])));
  await Promise.all(viewers.map((viewer) => viewer.until(() => viewer.received > 1_000)));
  const times: number[] = [];
  for (let round = 0; round < ECHOES; round += 1) for (const viewer of viewers) times.push(await viewer.echo('\u0007'));
  const late = viewers.reduce((sum, { screens }) => sum + screens - 1, 0);
  await Promise.all(viewers.map((viewer) => viewer.close()));
  return atMost(BUDGET_ECHO_MS, {
    name: 'terminal-many',
    what: `from a key to its echo in ${SESSIONS} sessions that all print, p99 of ${times.length}; ${late} screens in place of output`,
    value: percentile(times, 0.99),
    unit: 'ms',
  });
}

async function muchOutput(server: LaunchedServer): Promise<Row> {
  const command = `stty -echo; read go; yes 'what a program says, again and again, for as long as anybody looks' | head -c ${MUCH_BYTES}; sleep 5`;
  const viewer = await TerminalViewer.open(server, await openTerminal(server, ['/bin/bash', '-c', command]));
  await delay(300);
  const began = performance.now();
  viewer.type('\n');
  await viewer.until(() => viewer.offset > MUCH_BYTES / 10);
  const early = await residentOf(server);
  await viewer.until(() => viewer.offset > MUCH_BYTES);
  const seconds = (performance.now() - began) / 1_000;
  const late = await residentOf(server);
  await viewer.close();
  return atMost(BUDGET_GROWTH_MB, {
    name: 'terminal-much-output',
    what: `growth of resident memory from the first tenth of ${MUCH_BYTES / GB} GB through one session to its end: ${early.toFixed(0)} to ${late.toFixed(0)} MB, in ${seconds.toFixed(0)} s`,
    value: late - early,
    unit: 'MB',
  });
}

/** From the launch of a server, after a kill of the previous one, to the screen of the last terminal in a window. */
function restart(): Promise<Row> {
  return withTemporaryHome(async (home) => {
    let server = await launchServer('bin/warren start', home);
    const script = `for i in $(seq ${RESTART_ROWS}); do printf '\\033[3%dm%0119d\\n' $((i % 8)) $i; done; exec cat`;
    const sessions: string[] = [];
    while (sessions.length < SESSIONS) sessions.push(await openTerminal(server, ['/bin/bash', '-c', script]));
    await delay(SETTLE_MS);
    const times: number[] = [];
    for (let run = 0; run < RESTARTS; run += 1) {
      await server.kill();
      const began = performance.now();
      server = await launchServer('bin/warren start', home);
      const viewers = await Promise.all(sessions.map((session) => TerminalViewer.open(server, session)));
      await Promise.all(viewers.map((viewer) => viewer.until(() => viewer.offset >= RESTART_ROWS * 125)));
      times.push(performance.now() - began);
      await Promise.all(viewers.map((viewer) => viewer.close()));
    }
    await server.stop();
    return atMost(BUDGET_RESTART_MS, {
      name: 'terminal-restart',
      what: `from the launch of a server after a kill to the painted screens of ${SESSIONS} terminals with ${RESTART_ROWS} rows, median of ${RESTARTS}`,
      value: median(times),
      unit: 'ms',
    });
  });
}
