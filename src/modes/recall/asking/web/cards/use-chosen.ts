import { useCallback, useState } from 'react';

import { draftKey, keepMessageDraft, readMessageDraft } from '#session/web/composer/draft.ts';

import type { CompareCard } from '../../protocol.ts';
import type { Choices } from './choices.ts';

type Chosen = Readonly<Record<string, Choices>>;

/** The choices on the cards of a session. Unsent choices are stored in the tab and survive a reload. */
export function useChosen(session: string, cards: readonly CompareCard[]): [Chosen, (chosen: Chosen) => void] {
  const draft = draftKey(session, 'cards');
  const [chosen, setChosen] = useState(() => readChosen(draft, cards.at(-1)));
  const choose = useCallback(
    (next: Chosen) => {
      setChosen(next);
      const open = cards.at(-1);
      const made = open?.isOpen ? next[open.cardId] : undefined;
      keepMessageDraft(draft, made && open ? JSON.stringify([open.cardId, made]) : '');
    },
    [draft, cards],
  );
  return [chosen, choose];
}

function readChosen(draft: string, card: CompareCard | undefined): Chosen {
  const kept = readMessageDraft(draft);
  if (kept === '' || !card?.isOpen) return {};
  const [cardId, made] = JSON.parse(kept) as [string, Choices];
  return cardId === card.cardId ? { [cardId]: made } : {};
}
