import type { Citation } from '#language-model/domain/chunk.ts';
import type { MessagePart } from '#session/protocol.ts';

export interface CitationPart extends MessagePart, Citation {
  readonly type: 'citation';
  /** The length of the reply's text before it, in UTF-16 units. */
  readonly at: number;
}

/** The same reply with its citations as parts of the message. */
export async function* withCitationParts(
  reply: AsyncIterable<string | Citation>,
): AsyncGenerator<string | CitationPart> {
  let at = 0;
  let count = 0;
  for await (const piece of reply) {
    if (typeof piece === 'string') {
      at += piece.length;
      yield piece;
    } else {
      count += 1;
      yield { ...piece, id: `citation-${count}`, at };
    }
  }
}
