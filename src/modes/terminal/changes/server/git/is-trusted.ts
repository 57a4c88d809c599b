import { realpath } from 'node:fs/promises';
import path from 'node:path';

import { z } from 'zod';

import { readStart } from './find-repository.ts';

const MAX_STATE = 64 * 1024 * 1024;
const cliState = z.object({
  projects: z.record(z.string(), z.object({ hasTrustDialogAccepted: z.boolean().optional() }).catch({})),
});

/** Whether the person told Claude Code to trust a folder or one above it. `state`: the file that records this. */
export async function isTrusted(state: string, folder: string): Promise<boolean> {
  const text = await readStart(state, MAX_STATE);
  if (text === null) return false;
  let known: z.infer<typeof cliState>['projects'];
  try {
    known = cliState.parse(JSON.parse(text)).projects;
  } catch {
    return false;
  }
  let at = await realpath(folder).catch(() => '/');
  while (known[at]?.hasTrustDialogAccepted !== true) {
    if (at === '/') return false;
    at = path.dirname(at);
  }
  return true;
}
