import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';

import { wholeLinesLength } from './last-line.ts';

interface WholeRecording {
  readonly bytes: number;
  readonly stream: Readable;
}

/**
 * Opens a recording in its current state, without a torn last line, on which asciinema would fail. The file can grow
 * meanwhile. Rejects with ENOENT if there is none. The caller must read the stream to its end or destroy it.
 */
export async function openWholeRecording(file: string): Promise<WholeRecording> {
  const handle = await open(file, 'r');
  try {
    const bytes = await wholeLinesLength(handle, (await handle.stat()).size);
    if (bytes === 0) {
      await handle.close();
      return { bytes, stream: Readable.from([]) };
    }
    return { bytes, stream: createReadStream(file, { fd: handle, start: 0, end: bytes - 1 }) };
  } catch (error) {
    await handle.close();
    throw error;
  }
}
