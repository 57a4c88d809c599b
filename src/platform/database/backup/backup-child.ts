import { AppError } from '#wire/error-kind.ts';

import { writeVerified } from './write-verified.ts';

/**
 * A process that writes one backup: copying and checking would occupy the event loop of the server, and a process can be
 * ended at any moment. Arguments: the data folder and the file. A failure is one line of JSON on stderr.
 */
const [home = '', target = ''] = process.argv.slice(2);
try {
  await writeVerified({ home, target });
} catch (error) {
  const kind = error instanceof AppError ? error.kind : 'internal';
  process.stderr.write(`${JSON.stringify({ kind, message: (error as Error).message })}\n`);
  process.exitCode = 1;
}
