import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';

import type { LibraryOverview, SourceDetail } from '#library/sources/protocol.ts';
import { leftOutWords } from '#library/storage/domain/left-out.ts';

import { openServer, type OpenServer } from './open-server.ts';
import type { ServerClient } from './server-client.ts';
import { createTally, type Tally } from './tally.ts';

const LOOK_EVERY_MS = 250;

export interface Adding {
  readonly client: ServerClient;
  readonly tally: Tally;
  readonly signal: AbortSignal;
  /** Everything added under this id is undone together. */
  readonly run: string;
}

const INTERRUPTED = 130;

/**
 * Adds to the library of the running server, or of one started for this call. `add` returns the sources that it added.
 * Sets the exit code 1 if something was not added, and 130 after an interruption.
 */
export async function withServer(
  environment: NodeJS.ProcessEnv,
  add: (adding: Adding) => Promise<readonly string[]>,
): Promise<void> {
  const interruption = new AbortController();
  const { signal } = interruption;
  const interrupt = () => (signal.aborted ? process.exit(INTERRUPTED) : interruption.abort());
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, interrupt);
  const tally = createTally(process.stderr);
  let server: OpenServer | undefined;
  try {
    server = await openServer(environment, signal);
    const { client, isOwn } = server;
    const added = await add({ client, tally, signal, run: randomUUID() });
    if (isOwn) await untilRead(client, tally, signal);
    await tellReading(added, { client, tally, isOwn });
    process.stdout.write(`${tally.end()}\n`);
    if (tally.hasFailures()) process.exitCode = 1;
  } catch (error) {
    process.stdout.write(`${tally.end()}\n`);
    if (!signal.aborted) throw error;
    process.stderr.write('Interrupted. What was added stays; run the same command again to go on.\n');
    process.exitCode = INTERRUPTED;
  } finally {
    await server?.close();
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, interrupt);
  }
}

/** Waits until the server has read everything that was added, because a server of this command ends with it. */
async function untilRead(client: ServerClient, tally: Tally, signal: AbortSignal): Promise<void> {
  for (;;) {
    const { reading } = await client.get<LibraryOverview>('/api/library');
    if (reading === 0) return;
    tally.say(`Reading ${reading.toLocaleString('en')} ${reading === 1 ? 'source' : 'sources'}`);
    await setTimeout(LOOK_EVERY_MS, undefined, { signal });
  }
}

/**
 * Reports what was left out of the sources, and which could not be read. A server that was already running may still be
 * reading; the library then shows later failures.
 */
async function tellReading(
  sources: readonly string[],
  { client, tally, isOwn }: Pick<Adding, 'client' | 'tally'> & Pick<OpenServer, 'isOwn'>,
): Promise<void> {
  let unread = 0;
  for (const source of sources) {
    const { state, title, problem, leftOut } = await client.get<SourceDetail>(`/api/library/sources/${source}`);
    if (state === 'failed' && problem && isOwn) tally.refuse(title || source, `${problem.message} ${problem.remedy}`);
    else if (state !== 'read') unread += 1;
    else if (leftOut.length > 0) tally.leaveOut(title || source, leftOutWords(leftOut));
  }
  const many = `${unread.toLocaleString('en')} ${unread === 1 ? 'source' : 'sources'}`;
  if (unread > 0) tally.leaveOut(many, 'Not read yet. The library will show what could not be read.');
}
