import { rm } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import path from 'node:path';

import { personData } from '#composition/server/people.ts';
import { exportPerson } from '#person-data/server/export-person.ts';
import { MANIFEST } from '#person-data/server/manifest.ts';
import { writeZip } from '#person-data/server/write-zip.ts';
import { openBesideServer } from '#platform/database/open-store.ts';
import { AppError } from '#wire/error-kind.ts';

/**
 * A process that writes everything of a person into a zip: reading and packing would occupy the event loop of the
 * server. Arguments: the data folder, the id of the person, and the zip. A failure is one line of JSON on stderr.
 */
setPriority(constants.priority.PRIORITY_LOW);
const [home = '', person = '', target = ''] = process.argv.slice(2);
const directory = path.join(path.dirname(target), 'files');
try {
  const store = await openBesideServer({ home, databaseUrl: process.env['WARREN_DATABASE_URL'] });
  try {
    const at = Date.now();
    const { files } = await exportPerson(store, { person, directory, home, slices: personData, now: at });
    await writeZip({ target, directory, files: [...files.map((file) => file.path), MANIFEST], at });
  } finally {
    await store.close();
  }
  await rm(directory, { recursive: true });
} catch (error) {
  const kind = error instanceof AppError ? error.kind : 'internal';
  const isFull = (error as NodeJS.ErrnoException).code === 'ENOSPC';
  process.stderr.write(`${JSON.stringify({ kind: isFull ? 'disk-full' : kind, message: (error as Error).message })}\n`);
  process.exitCode = 1;
}
