import { randomUUID } from 'node:crypto';
import { chmod, copyFile, mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { programBeside } from '#worker-thread/server/program-beside.ts';

import type { Program } from '../../protocol.ts';
import { EXACT_TEXT_HOOK, HEARD_HOOKS } from '../domain/read-hook.ts';

/** The environment variable of the CLI that holds the secret, which is thus in no file and no argument. */
export const SECRET_VARIABLE = 'WARREN_HOOK_SECRET';

const SHIM = programBeside(import.meta, 'hook-shim');

/** In seconds. The CLI gives up on a hook that takes longer. */
const TIMEOUT = 5;
/** Maximum wait of a permission request for a person, in seconds. */
const HELD_TIMEOUT = 86_400;

/** Hooks that the CLI does not wait for, because each starts a process. They can arrive after later hooks. */
const NOT_AWAITED: ReadonlySet<string> = new Set<(typeof HEARD_HOOKS)[number]>([
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'Notification',
  'SubagentStart',
  'SubagentStop',
  'PreCompact',
  'PostCompact',
]);

interface HookTarget {
  readonly socket: string;
  readonly session: string;
  readonly program: Program;
}

/**
 * Writes the settings that one run of the CLI gets through `--settings`, in addition to the person's own, into a
 * folder. Returns their path.
 */
export async function writeHookSettings(folder: string, { socket, session, program }: HookTarget): Promise<string> {
  const command = ['exec', ...[...(await writeShim(folder)), socket, session].map((word) => quoted(word))].join(' ');
  const hook = { type: 'command', command, timeout: TIMEOUT };
  const later = { ...hook, async: true };
  const held = { ...hook, command: `${command} hold`, timeout: HELD_TIMEOUT };
  const events = [...HEARD_HOOKS, ...(program.kind === 'claude' && program.hasExactText ? [EXACT_TEXT_HOOK] : [])];
  const settings = {
    hooks: Object.fromEntries(
      events.map((event) => [
        event,
        [{ hooks: [event === 'PermissionRequest' ? held : NOT_AWAITED.has(event) ? later : hook] }],
      ]),
    ),
    statusLine: { type: 'command', command: `${command} status-line` },
  };
  const file = hookSettingsFile(folder, session);
  await writeFile(file, JSON.stringify(settings), { mode: 0o600 });
  await chmod(file, 0o600);
  return file;
}

export const hookSettingsFile = (folder: string, session: string): string => path.join(folder, `${session}.json`);

/**
 * Copies the shim into the settings' folder, and returns its command. Programs that outlive their server thus start the
 * shim of the next server, wherever that is installed.
 */
export async function writeShim(folder: string): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const [node, shim] = [path.join(folder, 'node'), path.join(folder, `hook-shim.m${path.extname(SHIM).slice(1)}`)];
  await replace(node, (fresh) => symlink(process.execPath, fresh));
  await replace(shim, (fresh) => copyFile(SHIM, fresh));
  return [node, shim];
}

/** Replaces the file atomically for programs that use it. */
async function replace(file: string, write: (fresh: string) => Promise<void>): Promise<void> {
  const fresh = `${file}-${randomUUID()}`;
  await write(fresh);
  await rename(fresh, file);
}

/** Quotes a word for a POSIX shell. */
const quoted = (word: string) => `'${word.replaceAll("'", String.raw`'\''`)}'`;
