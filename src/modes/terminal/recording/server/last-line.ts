import type { FileHandle } from 'node:fs/promises';

type Readable = Pick<FileHandle, 'read'>;

const BLOCK_BYTES = 64 * 1024;
const NEWLINE = 0x0a;

/** Length of a file up to its last newline, without a torn last line. */
export async function wholeLinesLength(handle: Readable, size: number): Promise<number> {
  for (let end = size; end > 0;) {
    const from = Math.max(0, end - BLOCK_BYTES);
    const block = await blockOf(handle, from, end);
    const newline = block.lastIndexOf(NEWLINE);
    if (newline >= 0) return from + newline + 1;
    end = from;
  }
  return 0;
}

/** The line that ends, with its newline, at an offset, and the offset of its start. */
export async function previousLine(handle: Readable, end: number): Promise<{ text: string; from: number }> {
  const from = await wholeLinesLength(handle, end - 1);
  return { text: (await blockOf(handle, from, end - 1)).toString('utf8'), from };
}

async function blockOf(handle: Readable, from: number, end: number): Promise<Buffer> {
  const block = Buffer.alloc(end - from);
  let length = 0;
  while (length < block.length) {
    const { bytesRead } = await handle.read(block, length, block.length - length, from + length);
    // The file was truncated in the meantime.
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return block.subarray(0, length);
}
