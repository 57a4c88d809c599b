import type { Citation, Usage } from '#language-model/domain/chunk.ts';
import { type CitableDocument, type CitedPlace, withCheckedCitations } from '#library/storage/domain/check-citation.ts';

import type { ExplorePart } from '../../protocol.ts';
import { type CitedSentence, sentencesCiting } from './mark-stronger.ts';

interface CallUsage {
  readonly type: 'usage';
  readonly usage: Usage;
  readonly costMicros: number | null;
}

/** Checks the citing sentences of a complete reply; yields the citations to mark. */
export type SentenceCheck = (sentences: readonly CitedSentence[]) => AsyncIterable<ExplorePart>;

/**
 * A reply with checked citations and usage, as parts of the message. When the reply is complete, `check` compares its
 * sentences with their citations. A citation that it marks replaces the unmarked one.
 */
export async function* withExploreParts(
  reply: AsyncIterable<string | Citation | CallUsage>,
  documents: readonly CitableDocument[],
  check?: SentenceCheck,
): AsyncGenerator<string | ExplorePart> {
  let said = '';
  const places: CitedPlace[] = [];
  for await (const piece of withCheckedCitations(reply, documents, (place) => places.push(place))) {
    if (typeof piece === 'string') {
      said += piece;
      yield piece;
    } else if (piece.type === 'usage') {
      yield { id: 'usage', type: 'usage', ...piece.usage, costMicros: piece.costMicros };
    } else yield piece;
  }
  if (check) yield* check(sentencesCiting(said, places));
}
