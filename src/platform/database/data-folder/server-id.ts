import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The id of the server of this data folder among several servers of one database. Created at the first start. */
export async function serverIdOf(home: string): Promise<string> {
  const file = path.join(home, 'server.id');
  await writeFile(file, `${randomUUID()}\n`, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return (await readFile(file, 'utf8')).trim();
}
