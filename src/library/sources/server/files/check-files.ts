import { createHash } from 'node:crypto';

import type { Kysely } from 'kysely';

import type { LibraryTables } from '../../../storage/server/tables.ts';

export interface CheckedFiles {
  readonly files: number;
  /** Names of files that are not as they were given. */
  readonly damaged: readonly string[];
}

/** Compares every kept file with its size, and with its hash where that was kept. */
export async function checkFiles(read: Kysely<LibraryTables>): Promise<CheckedFiles> {
  const listed = await read.selectFrom('source_files').select('source_id').orderBy('source_id').execute();
  const damaged: string[] = [];
  for (const { source_id } of listed) {
    const file = await read
      .selectFrom('source_files as f')
      .innerJoin('sources as s', 's.id', 'f.source_id')
      .select(['f.name', 'f.size', 'f.bytes', 's.import_hash', 's.import_key', 's.origin'])
      .where('f.source_id', '=', source_id)
      .executeTakeFirst()
      .catch(() => null);
    if (file === undefined) continue;
    if (file === null) damaged.push(`the file of source ${source_id}`);
    else if (file.bytes.byteLength !== file.size || !hasItsHash(file)) damaged.push(`the file "${file.name}"`);
  }
  return { files: listed.length, damaged };
}

/** Of a file that was given by itself, the source keeps the hash. */
function hasItsHash(file: {
  origin: string;
  import_key: string | null;
  import_hash: string | null;
  bytes: Uint8Array;
}) {
  if (file.origin !== 'file' || file.import_key !== null || file.import_hash === null) return true;
  return createHash('sha256').update(file.bytes).digest('hex') === file.import_hash;
}
