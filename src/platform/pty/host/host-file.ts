import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { socketFolder } from '../../sockets/socket-folder.ts';

/** Where the host of a data folder is found, and the secret that it asks for. */
export interface HostAddress {
  /** The file holds its name alone: the data folder may be moved. */
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

/** Null if no host was started here, or the folder is a copy. Rejects if the file is there and cannot be read. */
export async function readHostAddress(home: string): Promise<HostAddress | null> {
  const text = await readFile(fileIn(home), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  const address = text === undefined ? null : parsed(text);
  if (!address || address.folder !== (await folderPlace(home))) return null;
  return { ...address, socket: path.join(await socketFolder(home), path.basename(address.socket)) };
}

/** Null after a power cut that left an empty file. */
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

/** Leaves the address of another host alone. */
export async function removeHostAddress(home: string, secret: string): Promise<void> {
  if ((await readHostAddress(home))?.secret === secret) await rm(fileIn(home), { force: true });
}
