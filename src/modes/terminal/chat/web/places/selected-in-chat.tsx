import { useCallback } from 'react';

import { SelectionBar } from '#session/web/selection/selection-bar.tsx';
import { useSelectedWords } from '#session/web/selection/use-selected-words.ts';

/** What other slices do with words that are selected in the chat: keeping them, making recall points of them. */
export function SelectedInChat({ session }: { readonly session: string }) {
  const { selected, forget } = useSelectedWords(true);
  const done = useCallback(() => {
    document.getSelection()?.removeAllRanges();
    forget();
  }, [forget]);
  if (!selected) return null;
  return <SelectionBar selected={selected} session={session} onExplore={null} onDone={done} />;
}
