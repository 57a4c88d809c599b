import { createReadStream } from 'node:fs';

const NEWLINE = 0x0a;
/** A longer line counts as unreadable. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

/**
 * The current lines of a file; the last may be incomplete. Lines of megabytes are read in one piece. Bytes that are not
 * UTF-8 become U+FFFD. Rejects if the file cannot be read.
 */
export async function* readLines(file: string): AsyncGenerator<string> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      held.push(chunk.subarray(from, end));
      heldBytes += end - from;
      yield decoded(held, heldBytes);
      held = [];
      heldBytes = 0;
      from = end + 1;
    }
    if (from < chunk.length) {
      heldBytes += chunk.length - from;
      if (heldBytes <= MAX_LINE_BYTES) held.push(chunk.subarray(from));
    }
  }
  if (heldBytes > 0) yield decoded(held, heldBytes);
}

function decoded(parts: readonly Buffer[], bytes: number): string {
  // Not an empty string, so that a line that is too long counts as broken.
  return bytes > MAX_LINE_BYTES ? '…' : Buffer.concat(parts).toString('utf8');
}
