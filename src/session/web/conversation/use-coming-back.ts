import { useEffect, useRef } from 'react';

import type { SessionRequest, SessionView } from '../client/live-client.ts';

/**
 * Resumes a paused session when the person returns to it: when its page opens, becomes visible again, or is connected
 * again. A session that is paused elsewhere while its page is visible stays paused.
 */
export function useComingBack(
  { state, isCurrent }: Pick<SessionView, 'state' | 'isCurrent'>,
  ask: (request: SessionRequest) => void,
): void {
  const isPaused = state?.status === 'paused';
  const hasLooked = useRef(false);
  useEffect(() => {
    // A state held from before can be out of date: wait for the current one.
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
