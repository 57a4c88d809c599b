import { useEffect, useRef } from 'react';

import type { SessionRequest, SessionView } from '#session/web/client/live-client.ts';

/**
 * Takes a paused session up again when somebody comes back to it: opens its page, looks at it again, or has their
 * connection again. One that is left elsewhere while it is in sight here stays paused.
 */
export function useComingBack(
  { state, isCurrent }: Pick<SessionView, 'state' | 'isCurrent'>,
  ask: (request: SessionRequest) => void,
): void {
  const isPaused = state?.status === 'paused';
  const hasLooked = useRef(false);
  useEffect(() => {
    // What is held from before may say anything of how the session stands: it is looked at once it is known.
    if (!isCurrent) hasLooked.current = false;
    if (!isCurrent || hasLooked.current) return;
    hasLooked.current = true;
    if (isPaused && !document.hidden) ask({ type: 'resume_session' });
  }, [isCurrent, isPaused, ask]);
  useEffect(() => {
    if (!isPaused || !isCurrent) return undefined;
    const look = () => {
      if (!document.hidden) ask({ type: 'resume_session' });
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [isPaused, isCurrent, ask]);
}
