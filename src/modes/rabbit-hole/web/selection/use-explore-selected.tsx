import { type ReactNode, useMemo } from 'react';

import { usePageActions } from '#elements/web/page/page-actions.ts';

import { ExploreSelected } from './explore-selected.tsx';
import { useSelectedWords } from './use-selected-words.ts';

const KEYS = 'Alt+X';

/** Offers to explore selected words: beside them, in the palette, and by key. */
export function useExploreSelected(isWanted: boolean, open: (topic: string, messageId: string) => void): ReactNode {
  const { selected, forget } = useSelectedWords(isWanted);
  const explore = useMemo(() => {
    if (!selected) return null;
    return () => {
      open(selected.words, selected.messageId);
      document.getSelection()?.removeAllRanges();
      forget();
    };
  }, [selected, open, forget]);
  usePageActions(
    useMemo(() => (explore ? [{ label: 'Explore the selected words', keys: KEYS, run: explore }] : []), [explore]),
  );
  if (!selected || !explore) return null;
  return <ExploreSelected selected={selected} keys={KEYS} onExplore={explore} />;
}
