import type { Citation } from './chunk.ts';

/** A citation of a reply. Its id is unique in that reply. */
export interface PositionedCitation extends Citation {
  readonly id: string;
  /** The length of the reply's text before it, in UTF-16 units. */
  readonly at: number;
}

/** The same reply, with an id and a position for each citation. */
export async function* withPositions<Other extends { readonly type: string } = never>(
  reply: AsyncIterable<string | Citation | Other>,
): AsyncGenerator<string | PositionedCitation | Other> {
  let at = 0;
  let count = 0;
  for await (const piece of reply) {
    if (typeof piece === 'string') at += piece.length;
    if (typeof piece === 'string' || !isCitation(piece)) yield piece;
    else yield { ...piece, id: `citation-${String((count += 1))}`, at };
  }
}

function isCitation(piece: { readonly type: string }): piece is Citation {
  return piece.type === 'citation';
}
