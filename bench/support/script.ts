/** A script for the tutor's double. The person's message is one of these, as JSON. */
export type Script =
  /** As fast as the readers accept it. */
  | { readonly kind: 'flat-out'; readonly chunks: number; readonly characters: number }
  /** Evenly paced. Each chunk has the time at which a model would have sent it. */
  | { readonly kind: 'paced'; readonly chunks: number; readonly perSecond: number; readonly characters: number }
  /** Markdown like that of a model. */
  | { readonly kind: 'prose'; readonly characters: number; readonly perSecond: number; readonly atOnce: number };

export function parseScript(content: string): Script | null {
  try {
    return JSON.parse(content) as Script;
  } catch {
    return null;
  }
}

/** A chunk that contains the time it was due, in machine microseconds. */
export function stampedChunk(dueMicroseconds: number, characters: number): string {
  return `[${Math.round(dueMicroseconds)}]`.padEnd(characters, '.');
}

/** The times in a text. */
export function stampsIn(text: string): number[] {
  return [...text.matchAll(/\[(\d+)\]/g)].map((match) => Number(match[1]));
}

const FLAT_OUT_CHUNKS_A_TURN = 4;

/** Whether a flat-out sender, after this many chunks, lets the event loop do other work. */
export function isTurnOver(sent: number): boolean {
  return sent % FLAT_OUT_CHUNKS_A_TURN === FLAT_OUT_CHUNKS_A_TURN - 1;
}
