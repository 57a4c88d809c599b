import { useCallback, useState } from 'react';

import { storedText } from '#elements/web/page/stored.ts';
import { useMedia } from '#elements/web/page/use-media.ts';

export type TerminalSide = 'chat' | 'both' | 'term' | 'changes';

const ROOM_FOR_BOTH = '(min-width: 1100px)';
const stored = (session: string) => storedText('localStorage', `warren.terminal-view.${session}`);

function storedSide(session: string): TerminalSide {
  const side = stored(session).read();
  return side === 'chat' || side === 'both' || side === 'changes' ? side : 'term';
}

interface TerminalSideOptions {
  /** Whether the address names a place in the chat. */
  readonly needsChat: boolean;
  readonly hasChat: boolean;
}

/**
 * The side that the person last chose for this session in this browser, or the chat if it was asked for. A small screen
 * shows one side at a time.
 */
export function useTerminalSide(session: string, { needsChat, hasChat }: TerminalSideOptions) {
  const [chosen, setChosen] = useState(() => {
    const side = storedSide(session);
    if (!hasChat) return side === 'changes' ? side : 'term';
    return needsChat && side !== 'both' ? 'chat' : side;
  });
  const hasBoth = useMedia(ROOM_FOR_BOTH);
  const choose = useCallback(
    (side: TerminalSide) => {
      setChosen(side);
      stored(session).write(side);
    },
    [session],
  );
  return { side: chosen === 'both' && !hasBoth ? 'chat' : chosen, hasBoth, choose } as const;
}
