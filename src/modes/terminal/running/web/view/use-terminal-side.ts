import { useCallback, useState, useSyncExternalStore } from 'react';

/** The sides of a terminal that are shown. */
export type TerminalSide = 'chat' | 'both' | 'term';

const ROOM_FOR_BOTH = '(min-width: 1100px)';
const keyOf = (session: string) => `warren.terminal-view.${session}`;

function keptSide(session: string): TerminalSide {
  try {
    const kept = localStorage.getItem(keyOf(session));
    return kept === 'chat' || kept === 'both' ? kept : 'term';
  } catch {
    return 'term';
  }
}

/**
 * The side that the person chose last for this session in this browser, or the chat where it was asked for. On a small
 * screen one is shown at a time.
 */
export function useTerminalSide(session: string, needsChat: boolean) {
  const [chosen, setChosen] = useState(() => {
    const kept = keptSide(session);
    return needsChat && kept === 'term' ? 'chat' : kept;
  });
  const hasBoth = useSyncExternalStore(onRoom, () => matchMedia(ROOM_FOR_BOTH).matches);
  const choose = useCallback(
    (side: TerminalSide) => {
      setChosen(side);
      try {
        localStorage.setItem(keyOf(session), side);
      } catch {
        // Storage is full or denied: the choice holds until the page is left.
      }
    },
    [session],
  );
  return { side: chosen === 'both' && !hasBoth ? 'chat' : chosen, hasBoth, choose } as const;
}

function onRoom(changed: () => void): () => void {
  const room = matchMedia(ROOM_FOR_BOTH);
  room.addEventListener('change', changed);
  return () => room.removeEventListener('change', changed);
}
