import { rename } from 'node:fs/promises';
import path from 'node:path';

import { AppError } from '#wire/error-kind.ts';

import { backUp, flush, removeDraft } from './backup.ts';
import { checkBackup } from './check-backup.ts';

/**
 * A process that writes one backup: copying and checking would occupy the event loop of the server, and a process can
 * be ended at any moment. Arguments: the data folder and the file. A failure is one line of JSON on stderr.
 */
const [home = '', target = ''] = process.argv.slice(2);
try {
  await writeVerified({ home, target });
} catch (error) {
  const kind = error instanceof AppError ? error.kind : 'internal';
  process.stderr.write(`${JSON.stringify({ kind, message: (error as Error).message })}\n`);
  process.exitCode = 1;
}

/** Writes a backup that has its name only once it was opened and found to be a whole database of Warren. */
async function writeVerified({ home, target }: { home: string; target: string }): Promise<void> {
  const draft = `${target}.part`;
  try {
    await backUp({ home, target: draft, replace: true });
    await checkBackup(draft, target);
    await flush(draft);
    await rename(draft, target);
    await flush(path.dirname(target));
  } finally {
    await removeDraft(draft);
  }
}
