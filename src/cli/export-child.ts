import { rm } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import { personData } from '#composition/server/people.ts';
import { deckExport } from '#modes/recall/sets/protocol.ts';
import { exportPerson } from '#person-data/server/export-person.ts';
import { MANIFEST } from '#person-data/server/manifest.ts';
import { writeZip } from '#person-data/server/write-zip.ts';
import type { OpenDatabase } from '#platform/database/open-database.ts';
import { openBesideServer } from '#platform/database/open-store.ts';
import { AppError } from '#wire/error-kind.ts';

import { writeDeck } from './write-deck.ts';

/**
 * A process that exports all data of a person into a zip, or sets into a file: reading and packing would occupy the
 * event loop of the server. Arguments: the data folder, the id of the person, the file. For sets, stdin has the
 * selection as JSON. A failure is one line of JSON on stderr.
 */
setPriority(constants.priority.PRIORITY_LOW);
const [home = '', person = '', target = ''] = process.argv.slice(2);
try {
  const of = await text(process.stdin);
  const store = await openBesideServer({ home, databaseUrl: process.env['WARREN_DATABASE_URL'] });
  try {
    const at = Date.now();
    if (of !== '') await writeDeck(store, { person, wanted: deckExport.parse(JSON.parse(of)), target, now: at });
    else await writeEverything(store, at);
  } finally {
    await store.close();
  }
} catch (error) {
  const kind = error instanceof AppError ? error.kind : 'internal';
  const isFull = (error as NodeJS.ErrnoException).code === 'ENOSPC';
  process.stderr.write(`${JSON.stringify({ kind: isFull ? 'disk-full' : kind, message: (error as Error).message })}\n`);
  process.exitCode = 1;
}

async function writeEverything(store: OpenDatabase, at: number): Promise<void> {
  const directory = path.join(path.dirname(target), 'files');
  const { files } = await exportPerson(store, { person, directory, home, slices: personData, now: at });
  await writeZip({ target, directory, files: [...files.map((file) => file.path), MANIFEST], at });
  await rm(directory, { recursive: true });
}
