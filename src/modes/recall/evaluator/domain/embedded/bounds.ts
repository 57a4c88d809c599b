/** Reading a message takes time by the points times the characters. */
const MAX_WORK = 6_400_000;
const MIN_READ_LENGTH = 4_000;
const MAX_READ_LENGTH = 32_000;
/** A cut of a message keeps a sentence whole unless it is longer. */
const MAX_SENTENCE_LENGTH = 1_000;

/** The number of characters of a message that are read against this many points. */
export function readLength(pointCount: number): number {
  return Math.min(MAX_READ_LENGTH, Math.max(MIN_READ_LENGTH, Math.floor(MAX_WORK / Math.max(1, pointCount))));
}

/** The beginning of a message, up to the end of a sentence or else of a word. */
export function beginningOf(content: string, length: number): string {
  if (content.length <= length) return content;
  const beginning = content.slice(0, length);
  const from = Math.max(0, length - MAX_SENTENCE_LENGTH);
  const tail = beginning.slice(from);
  const end = Math.max(...[...tail.matchAll(/[.!?。！？](?=\s)|\n/gu)].map(({ index }) => index + 1), 0);
  const cut = end > 0 ? end : tail.lastIndexOf(' ') + 1;
  return (cut > 0 ? beginning.slice(0, from + cut) : beginning).toWellFormed();
}
