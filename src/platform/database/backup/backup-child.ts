import { AppError } from '#wire/error-kind.ts';

import { backUp } from './backup.ts';
import { checkBackup } from './check-backup.ts';

/**
 * A process that writes one backup: copying and checking would occupy the event loop of the server, and a process can
 * be ended at any moment. Arguments: the data folder and the file. A failure is one line of JSON on stderr.
 */
const [home = '', target = ''] = process.argv.slice(2);
try {
  await backUp({ home, target, replace: true, check: (draft) => checkBackup(draft, target) });
} catch (error) {
  const kind = error instanceof AppError ? error.kind : 'internal';
  process.stderr.write(`${JSON.stringify({ kind, message: (error as Error).message })}\n`);
  process.exitCode = 1;
}
