import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** Where a server puts the backups that it makes by itself. */
function backupFolder(home: string): string {
  return path.join(home, 'backups');
}

/** The newest backup in that folder and when it was written, in ms; null if there is none. */
export async function lastBackup(home: string): Promise<{ file: string; at: number } | null> {
  const folder = backupFolder(home);
  let newest: { file: string; at: number } | null = null;
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (!found?.isFile() || name.endsWith('.part')) continue;
    const at = Math.round(found.mtimeMs);
    if (newest === null || at > newest.at) newest = { file, at };
  }
  return newest;
}
