import { useCallback, useState } from 'react';

import type { SessionRequest } from '#session/web/client/live-client.ts';
import { type Ask, useRequests } from '#session/web/use-requests.ts';

interface Moves {
  readonly ask: Ask;
  /** Asks for something that takes the person to another thread. */
  readonly move: (request: SessionRequest) => void;
  /** A return is asked for and not granted yet. */
  readonly isReturning: boolean;
  /** The latest change of thread came from another window. */
  readonly wasMoved: boolean;
}

/** Asks to go from thread to thread, and tells the changes that were asked for here from those that were not. */
export function useMoves(session: string, openId: string | null): Moves {
  const ask = useRequests(session);
  const [isReturning, setReturning] = useState(false);
  const [hasAsked, setAsked] = useState(false);
  const [came, setCame] = useState({ session, openId, wasMoved: false });
  if (came.session !== session || came.openId !== openId) {
    // Another session is gone to, not moved to.
    setCame({ session, openId, wasMoved: came.session === session && !hasAsked });
    setAsked(false);
    setReturning(false);
  }
  const move = useCallback(
    (request: SessionRequest) => {
      setAsked(true);
      if (request.type === 'exit_rabbithole') setReturning(true);
      ask(request, (isDone) => {
        if (request.type === 'exit_rabbithole') setReturning(false);
        // Done, it may be seen only after this.
        if (!isDone) setAsked(false);
      });
    },
    [ask],
  );
  return { ask, move, isReturning, wasMoved: came.wasMoved };
}
