import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';

import { wholeLinesLength } from './last-line.ts';

interface WholeRecording {
  readonly bytes: number;
  readonly stream: Readable;
}

/**
 * A recording as it is now, without a torn last line, on which asciinema would fail. It may grow meanwhile. Rejects
 * with ENOENT if there is none. The caller reads the stream to its end or destroys it.
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
