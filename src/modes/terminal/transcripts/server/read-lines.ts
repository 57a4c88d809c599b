import { createReadStream } from 'node:fs';

const NEWLINE = 0x0a;
/** A longer line counts as one that cannot be read. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

export interface FileLine {
  readonly text: string;
  /** The place where the next line begins, in bytes. */
  readonly end: number;
  /** False for what stands after the last line break: it may be half a line that is being written. */
  readonly isWhole: boolean;
}

/**
 * The lines of a file from a byte on, as many as there are now. Lines of megabytes are read in one piece; bytes that
 * are not UTF-8 become U+FFFD. Rejects if the file cannot be read.
 */
export async function* readLines(file: string, start = 0): AsyncGenerator<FileLine> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let at = start;
  for await (const chunk of createReadStream(file, { start }) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      held.push(chunk.subarray(from, end));
      heldBytes += end - from;
      at += heldBytes + 1;
      yield { text: decoded(held, heldBytes), end: at, isWhole: true };
      held = [];
      heldBytes = 0;
      from = end + 1;
    }
    if (from < chunk.length) {
      heldBytes += chunk.length - from;
      if (heldBytes <= MAX_LINE_BYTES) held.push(chunk.subarray(from));
    }
  }
  if (heldBytes > 0) yield { text: decoded(held, heldBytes), end: at + heldBytes, isWhole: false };
}

function decoded(parts: readonly Buffer[], bytes: number): string {
  // Not empty: a line that is too long is a broken one.
  return bytes > MAX_LINE_BYTES ? '…' : Buffer.concat(parts).toString('utf8');
}
