import { type ReactNode, useCallback, useMemo } from 'react';

import { usePageActions } from '#elements/web/page/page-actions.ts';
import { SelectionBar } from '#session/web/selection/selection-bar.tsx';
import { useSelectedWords } from '#session/web/selection/use-selected-words.ts';

const KEYS = 'Alt+X';

/** Offers to explore selected words: beside them, in the palette, and by key. */
export function useExploreSelected(
  session: string,
  isWanted: boolean,
  open: (topic: string, messageId: string) => void,
): ReactNode {
  const { selected, forget } = useSelectedWords(isWanted);
  const explore = useMemo(() => {
    const words = selected?.words ?? null;
    if (!selected || words === null) return null;
    return () => {
      open(words, selected.messageId);
      document.getSelection()?.removeAllRanges();
      forget();
    };
  }, [selected, open, forget]);
  usePageActions(
    useMemo(() => (explore ? [{ label: 'Explore the selected words', keys: KEYS, run: explore }] : []), [explore]),
  );
  const done = useCallback(() => {
    document.getSelection()?.removeAllRanges();
    forget();
  }, [forget]);
  return (
    selected && <SelectionBar session={session} selected={selected} keys={KEYS} onExplore={explore} onDone={done} />
  );
}
