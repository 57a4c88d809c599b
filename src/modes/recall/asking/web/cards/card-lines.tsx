import type { TranscriptLine } from '#session/web/transcript/rows/rows.ts';

import type { CompareCard as Card } from '../../protocol.ts';
import { CompareCard } from './compare-card.tsx';

const nothing = () => undefined;

/** Cards between the messages of a read-only conversation. */
export function cardLines(cards: readonly Card[]): readonly TranscriptLine[] {
  return cards.map((card) => ({
    id: card.cardId,
    seq: card.seq,
    content: <CompareCard card={card} choices={{}} currentId={null} onCurrent={nothing} />,
  }));
}
