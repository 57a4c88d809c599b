import { runServer } from '#main.ts';
import { AppError } from '#wire/error-kind.ts';

import { UsageError, type CommandCall } from '../command.ts';

/** The promised exit is within 5 s; the rest is for the process to end. */
const STOP_WITHIN_MS = 4_800;

/** Runs the server until a signal ends it. */
export async function run(call: CommandCall): Promise<void> {
  if (call.positionals.length > 0) throw new UsageError('Usage: warren start');
  process.on('uncaughtException', giveUp);
  process.on('unhandledRejection', giveUp);
  const starting = runServer(call.environment);
  stopOnSignal(starting);
  const { url } = await starting;
  process.stdout.write(`Warren is ready at ${url}\n`);
}

function stopOnSignal(starting: ReturnType<typeof runServer>): void {
  let isStopping = false;
  async function stop(): Promise<void> {
    // If starting failed, that error is reported and ends the process.
    const server = await starting.catch(() => undefined);
    if (!server) return;
    await server.close();
    process.exit(0);
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (isStopping) process.exit(1);
      isStopping = true;
      setTimeout(() => {
        process.stderr.write('Warren did not stop in time.\n');
        process.exit(1);
      }, STOP_WITHIN_MS).unref();
      stop().catch(giveUp);
    });
}

/** A bug: the state in memory cannot be trusted, and everything acknowledged is on disk. */
function giveUp(error: unknown): void {
  const text = error instanceof Error && !(error instanceof AppError) ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`Warren stopped because of a bug: ${text.replaceAll(/\s*\n\s*/g, ' | ')}\n`);
  process.exit(1);
}
