import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { createServerLog } from '#composition/server/server-log.ts';
import { hostsInWords, readSettings } from '#composition/server/settings.ts';
import { runServer } from '#main.ts';
import type { Log } from '#session/server/dependencies.ts';
import { AppError } from '#wire/error-kind.ts';

import { UsageError, type CommandCall } from '../command.ts';

/** The exit is promised within 5 s. The rest is for the process to end. */
const STOP_WITHIN_MS = 4_800;
const STARTED_AFTER_MS = 3_000;

/** Runs the server until a signal stops it or another server takes its data. */
export async function run(call: CommandCall): Promise<void> {
  if (call.positionals.length > 0) throw new UsageError('Usage: warren start');
  if (process.pid === 1) startBelowReaper();
  const log = logOf(call.environment);
  // Logs Node's own warnings, which Node would otherwise print.
  process.removeAllListeners('warning').on('warning', ({ message }) => log.warn(message));
  const giveUp = (error: unknown) => {
    log.error(bugOf(error));
    process.exit(1);
  };
  process.on('uncaughtException', giveUp);
  process.on('unhandledRejection', giveUp);
  const stopping = new AbortController();
  const starting = runServer(call.environment, { stopping: stopping.signal });
  const stop = stopper(starting, stopping, log);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(0).catch(giveUp));
  let running: Awaited<typeof starting>;
  try {
    running = await starting;
  } catch (error) {
    log.error(error instanceof AppError ? error.message : bugOf(error));
    process.exitCode = 1;
    return;
  }
  if (stopping.signal.aborted) return;
  process.stdout.write(`Warren is ready at ${running.url}\n`);
  const hosts = hostsInWords(readSettings(call.environment));
  if (hosts !== undefined) log.info(hosts);
  setTimeout(giveStartBack, STARTED_AFTER_MS).unref();
  void running.replaced.then(() => stop(1)).catch(giveUp);
}

/**
 * Returns memory used only during the start to the system: some 25 MB, for a pause of 50 ms. Node would keep it for
 * hours. After such a collection V8 would start the next one whenever the heap has grown by a tenth; the flag makes it
 * wait until the heap has doubled.
 */
function giveStartBack(): void {
  setFlagsFromString('--expose-gc');
  setFlagsFromString('--heap-growing-percent=100');
  const collect = runInNewContext('gc') as (how: object) => void;
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/** Passes on signals, and reaps processes that the system reparents to the first one. */
const REAPER = `
"$@" <&0 & server=$!
for signal in TERM INT HUP; do trap "kill -$signal $server 2>/dev/null" $signal; done
while :; do
  wait $server; code=$?
  kill -0 $server 2>/dev/null || exit $code
done`;

/**
 * Starts the server below a reaper. As the first process of a container, Warren would inherit every orphaned process,
 * such as those left by a terminal. Node reaps only its own children, so the others would stay until the process table
 * is full.
 */
function startBelowReaper(): void {
  const own = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve?.('/bin/sh', ['sh', '-c', REAPER, 'sh', ...own], process.env);
}

/** The log by the settings, or only in its format if a setting is invalid. */
function logOf(environment: NodeJS.ProcessEnv): Log {
  try {
    return createServerLog(readSettings(environment));
  } catch {
    const form = environment['WARREN_LOG']?.trim() === 'json' ? 'json' : 'text';
    return createServerLog(readSettings({ WARREN_HOME: '.', WARREN_LOG: form }));
  }
}

/** Ends the server and exits with this code. A second call exits at once. */
function stopper(
  starting: ReturnType<typeof runServer>,
  stopping: AbortController,
  log: Log,
): (code: number) => Promise<void> {
  return async function stop(code) {
    if (stopping.signal.aborted) process.exit(1);
    stopping.abort();
    const giveUpLater = () =>
      setTimeout(() => {
        log.error('Warren did not stop in time.');
        process.exit(1);
      }, STOP_WITHIN_MS).unref();
    const startingTimer = giveUpLater();
    // A failed start is reported elsewhere and ends the process.
    const server = await starting.catch(() => undefined);
    if (!server) return;
    clearTimeout(startingTimer);
    if (code === 0) await server.drain();
    giveUpLater();
    await server.close();
    process.exit(code);
  };
}

/** A bug: the in-memory state is unreliable. Everything acknowledged is on disk. */
function bugOf(error: unknown): string {
  const text = error instanceof Error && !(error instanceof AppError) ? (error.stack ?? error.message) : String(error);
  return `Warren stopped because of a bug: ${text.replaceAll(/(?<!\s)\s*\n\s*/g, ' | ')}`;
}
