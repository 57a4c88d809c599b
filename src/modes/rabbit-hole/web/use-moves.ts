import { useCallback, useState } from 'react';

import type { SessionRequest } from '#session/web/client/live-client.ts';
import { type Ask, useRequests } from '#session/web/use-requests.ts';

interface Moves {
  readonly ask: Ask;
  /** Requests a change to another thread. */
  readonly move: (request: SessionRequest) => void;
  /** A return was requested and is not granted yet. */
  readonly isReturning: boolean;
  /** The last change of thread came from another window. */
  readonly wasMoved: boolean;
}

/** Requests changes of thread, and distinguishes them from changes made elsewhere. */
export function useMoves(session: string, openId: string | null): Moves {
  const ask = useRequests(session);
  const [isReturning, setReturning] = useState(false);
  const [hasAsked, setAsked] = useState(false);
  const [came, setCame] = useState({ session, openId, wasMoved: false });
  if (came.session !== session || came.openId !== openId) {
    // Opening another session is no change of thread.
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
        // A granted request may become visible only later.
        if (!isDone) setAsked(false);
      });
    },
    [ask],
  );
  return { ask, move, isReturning, wasMoved: came.wasMoved };
}
