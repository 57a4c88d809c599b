import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { socketFolder } from '../../sockets/socket-folder.ts';

/** The address of a data folder's host, and the secret that it requires. */
export interface HostAddress {
  /** Only its name is stored in the file, because the data folder can be moved. */
  readonly socket: string;
  readonly secret: string;
  /** The place of the data folder that it belongs to; see `folderPlace`. */
  readonly folder: string;
  readonly pid: number;
}

const fileIn = (home: string) => path.join(home, 'pty-host.json');

/** Identifies a folder. A copy has another place; a folder moved within its disk keeps its place. */
export async function folderPlace(home: string): Promise<string> {
  const { dev, ino } = await stat(home);
  return `${dev}.${ino}`;
}

/**
 * Returns null if no host was started here, or if the folder is a copy. Rejects if the file exists and cannot be read.
 */
export async function readHostAddress(home: string): Promise<HostAddress | null> {
  const text = await readFile(fileIn(home), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  const address = text === undefined ? null : parsed(text);
  if (!address || address.folder !== (await folderPlace(home))) return null;
  return { ...address, socket: path.join(await socketFolder(home), path.basename(address.socket)) };
}

/** Null for invalid JSON: a power cut can leave an empty file. */
function parsed(text: string): HostAddress | null {
  try {
    return JSON.parse(text) as HostAddress;
  } catch {
    return null;
  }
}

export async function writeHostAddress(home: string, address: HostAddress): Promise<void> {
  const draft = `${fileIn(home)}.${address.pid}`;
  await writeFile(draft, JSON.stringify({ ...address, socket: path.basename(address.socket) }), { mode: 0o600 });
  await rename(draft, fileIn(home));
}

/** Removes the address, unless it is that of another host. */
export async function removeHostAddress(home: string, secret: string): Promise<void> {
  if ((await readHostAddress(home))?.secret === secret) await rm(fileIn(home), { force: true });
}
