import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Where the host of a data folder is found, and what it asks for. */
export interface HostAddress {
  readonly socket: string;
  readonly secret: string;
  /** Of the data folder that it belongs to: see `folderPlace`. */
  readonly folder: string;
  readonly pid: number;
}

const fileIn = (home: string) => path.join(home, 'pty-host.json');

/** A copy of a folder has another one. A folder that is moved on its disk keeps it. */
export async function folderPlace(home: string): Promise<string> {
  const { dev, ino } = await stat(home);
  return `${dev}.${ino}`;
}

/** Null if no host was started here, or the folder is a copy. */
export async function readHostAddress(home: string): Promise<HostAddress | null> {
  try {
    const address = JSON.parse(await readFile(fileIn(home), 'utf8')) as HostAddress;
    return address.folder === (await folderPlace(home)) ? address : null;
  } catch {
    return null;
  }
}

export async function writeHostAddress(home: string, address: HostAddress): Promise<void> {
  const draft = `${fileIn(home)}.${address.pid}`;
  await writeFile(draft, JSON.stringify(address), { mode: 0o600 });
  await rename(draft, fileIn(home));
}

/** Leaves the address of another host alone. */
export async function removeHostAddress(home: string, secret: string): Promise<void> {
  if ((await readHostAddress(home))?.secret === secret) await rm(fileIn(home), { force: true });
}
