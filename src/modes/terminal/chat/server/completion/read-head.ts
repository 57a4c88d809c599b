import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants;

/** The first bytes of a regular file as text. Empty for anything else: reading a pipe or a device may never end. */
export async function readHead(file: string, maxBytes: number): Promise<string> {
  const handle = await open(file, O_RDONLY | O_NONBLOCK | O_NOFOLLOW).catch(() => null);
  if (!handle) return '';
  try {
    if (!(await handle.stat()).isFile()) return '';
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxBytes), 0, maxBytes, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    return '';
  } finally {
    await handle.close();
  }
}
