import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { tokenFile } from '#account/server/token-file.ts';
import { foldOf } from '#composition/server/compose-server.ts';
import { readSettings, type Settings } from '#composition/server/settings.ts';
import { startChecks } from '#composition/server/start-checks.ts';
import { statusOf } from '#composition/server/status.ts';
import { keySecretOf } from '#language-model/server/keys/key-file.ts';
import { readHostedMeta } from '#modes/terminal/running/server/hosted-meta.ts';
import { reportDamage } from '#platform/database/check/quick-check.ts';
import { damaged } from '#platform/database/engines/sqlite.ts';
import { openToRead, type ReadableDatabase } from '#platform/database/open-to-read.ts';
import { serverAddress } from '#platform/database/server-address.ts';
import { SettableWriteAccess } from '#platform/database/write-guard.ts';
import { createReadiness } from '#platform/health/readiness.ts';
import { type HostLook, lookAtHost } from '#platform/pty/host/look-at-host.ts';
import { type Status, statusAnswer } from '#status/protocol.ts';
import { readStatus } from '#status/server/read-status.ts';
import { AppError } from '#wire/error-kind.ts';

import { type CommandCall, UsageError } from '../command.ts';
import { readVersion } from '../version.ts';

const HOUR_MS = 3_600_000;
const MB = 1_000_000;

const ANSWER_WITHIN_MS = 5_000;

/** Asks the running server, or reads the data if none runs. */
export async function run(call: CommandCall): Promise<void> {
  if (call.positionals.length > 0) throw new UsageError('Usage: warren status [--json]');
  const settings = readSettings(call.environment);
  const database = await openToRead(settings);
  try {
    if (database.isOlder)
      throw new AppError('refused', `The data in ${database.place} are of an older version: start Warren once.`);
    const status = await statusFrom(settings, database);
    const { terminals, problem } = await terminalsIn(settings.home);
    const problems = problem === undefined ? status.problems : [...status.problems, problem];
    process.stdout.write(
      call.flags['json'] === true
        ? `${JSON.stringify({ ...status, problems, terminals })}\n`
        : describeStatus({ ...status, problems }, { terminals, now: Date.now() }),
    );
  } finally {
    await database.close();
  }
}

async function statusFrom(settings: Settings, database: ReadableDatabase): Promise<Status> {
  const address = await serverAddress(settings, database);
  if (address === undefined) return readFrom(settings, database);
  try {
    return await ask(address, settings);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const status = await readFrom(settings, database);
    const problem = `A server should be at ${address}, but it does not say how it stands: ${why}`;
    return { ...status, problems: [problem, ...status.problems] };
  }
}

/** The status without a server. Checks the disk, the folder and the data itself. */
async function readFrom(settings: Settings, database: ReadableDatabase): Promise<Status> {
  const { home } = settings;
  try {
    const status = await readStatus(statusOf(database, { settings, version: await readVersion() }), null);
    const readiness = createReadiness({
      database,
      writeAccess: new SettableWriteAccess(),
      home,
      monotonic: () => performance.now(),
      isServing: () => true,
    });
    const found = (await readiness()).problems.map(({ message }) => message);
    const checks = startChecks(database, { fold: foldOf(database, settings), keySecret: keySecretOf(settings) });
    const damage = await reportDamage(database, { home, log: { error: () => undefined }, checks });
    return { ...status, problems: [...found, ...damage] };
  } catch (error) {
    throw damaged(error, database.place) ?? error;
  }
}

async function ask(address: string, { home, token }: Settings): Promise<Status> {
  const stored = existsSync(tokenFile(home)) ? (await readFile(tokenFile(home), 'utf8')).trim() : '';
  const answer = await fetch(`${address}/api/status`, {
    headers: { authorization: `Bearer ${token ?? stored}` },
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  if (!answer.ok) throw new Error(((await answer.json()) as { message?: string }).message ?? `status ${answer.status}`);
  return statusAnswer.parse(await answer.json());
}

export interface RunningTerminal {
  readonly session: string;
  /** The name without folders. */
  readonly program: string;
  readonly folder: string;
  readonly startedAt: number;
}

/** The running terminals, oldest first, also without a server. Null if unknown; `problem` has the reason. */
async function terminalsIn(
  home: string,
): Promise<{ readonly terminals: readonly RunningTerminal[] | null; readonly problem?: string }> {
  let host: HostLook | null = null;
  try {
    host = await lookAtHost(home);
    const running = (host?.terminals ?? []).filter(({ exit }) => exit === null);
    const terminals = running.map(({ meta, startedAt }) => {
      const { session, file, folder } = readHostedMeta(meta);
      return { session, program: path.basename(file), folder, startedAt };
    });
    return { terminals: terminals.toSorted((one, other) => one.startedAt - other.startedAt) };
  } catch (error) {
    return { terminals: null, problem: error instanceof Error ? error.message : String(error) };
  } finally {
    await host?.close();
  }
}

const terminalInWords = ({ session, program, folder, startedAt }: RunningTerminal) =>
  `${session}  ${program} in ${folder}, since ${new Date(startedAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

function backupInWords({ file, at, server }: NonNullable<Status['lastBackup']>, now: number): string {
  return `${file}${server === null ? '' : ` on the server ${server}`}, ${age(now - at)}`;
}

function describeStatus(
  status: Status,
  { terminals, now }: { readonly terminals: readonly RunningTerminal[] | null; readonly now: number },
): string {
  const { lastBackup, liveSessions, problems } = status;
  const live = liveSessions === null ? '' : `, ${liveSessions} in memory`;
  const rows: [string, string][] = [
    ['Version', status.version],
    ['Server', status.address === null ? 'not running' : `running at ${status.address}`],
    ['Data folder', `${status.home}, ${(status.homeBytes / MB).toFixed(1)} MB`],
    ['Database', status.database],
    ['Sessions', `${status.sessions}${live}`],
    ['People', String(status.people)],
    ['Last backup', lastBackup === null ? 'none' : backupInWords(lastBackup, now)],
    ...status.models.map(({ role, playedBy }): [string, string] => [`Model: ${role}`, playedBy]),
    ...[...new Set(status.models.flatMap(({ notice }) => notice ?? []))].map((notice): [string, string] => [
      'Models',
      notice,
    ]),
    ['Terminals', terminals === null ? 'unknown' : terminals.map(terminalInWords).join('\n') || 'none'],
    ['Problems', problems.length === 0 ? 'none' : problems.join('\n')],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows
    .map(([name, value]) => `${name.padEnd(width)}  ${value.replaceAll('\n', `\n${' '.repeat(width + 2)}`)}\n`)
    .join('');
}

function age(ms: number): string {
  if (ms < 0) return 'dated later than now: the clock was wrong then, or is now';
  const hours = Math.floor(ms / HOUR_MS);
  if (hours < 48) return `${hours} hour${hours === 1 ? '' : 's'} ago`;
  return `${Math.floor(hours / 24)} days ago`;
}
