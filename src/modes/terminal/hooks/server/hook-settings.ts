import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { programBeside } from '#worker-thread/server/program-beside.ts';

import type { Program } from '../../protocol.ts';
import { EXACT_TEXT_HOOK, HOOKS_BY_HTTP } from '../domain/read-hook.ts';

/** The variable of the CLI's environment that holds the secret, so that it stands in no file and no argument. */
export const SECRET_VARIABLE = 'WARREN_HOOK_SECRET';

const SHIM = programBeside(import.meta, 'hook-shim');

/** Seconds. A hook that takes longer is given up by the CLI. */
const TIMEOUT = 5;
/** Seconds that a request for permission may wait for a person. */
const HELD_TIMEOUT = 86_400;

/**
 * Writes the settings that one run of the CLI gets through `--settings`, beside the person's own, and returns the path.
 * `SessionStart` and the status line take commands alone.
 */
export async function writeHookSettings(
  file: string,
  { url, program }: { readonly url: string; readonly program: Program },
): Promise<string> {
  const hook = {
    type: 'http',
    url,
    headers: { Authorization: `Bearer $${SECRET_VARIABLE}` },
    allowedEnvVars: [SECRET_VARIABLE],
    timeout: TIMEOUT,
  };
  const command = [process.execPath, SHIM, url].map((word) => quoted(word)).join(' ');
  const settings = {
    hooks: {
      ...Object.fromEntries(
        [...HOOKS_BY_HTTP, ...(program.kind === 'claude' && program.hasExactText ? [EXACT_TEXT_HOOK] : [])].map(
          (event) => [event, [{ hooks: [event === 'PermissionRequest' ? { ...hook, timeout: HELD_TIMEOUT } : hook] }]],
        ),
      ),
      SessionStart: [{ hooks: [{ type: 'command', command, timeout: TIMEOUT }] }],
    },
    statusLine: { type: 'command', command: `${command} status-line` },
  };
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, JSON.stringify(settings), { mode: 0o600 });
  await chmod(file, 0o600);
  return file;
}

/** A word for a POSIX shell. */
const quoted = (word: string) => `'${word.replaceAll("'", String.raw`'\''`)}'`;
