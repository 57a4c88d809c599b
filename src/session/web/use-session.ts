import { useCallback, useEffect, useSyncExternalStore } from 'react';

import type { ConnectionStatus, SessionView } from './client/live-client.ts';
import { useLiveClient } from './live-client-context.ts';

/** Holds a session open while the component is mounted. Renders at most once per frame, however fast text arrives. */
export function useSession(session: string): SessionView {
  const client = useLiveClient();
  useEffect(() => client.hold(session), [client, session]);
  const subscribe = useCallback(
    (changed: () => void) => onceAFrame((listener) => client.onView(session, listener), changed),
    [client, session],
  );
  return useSyncExternalStore(subscribe, () => client.view(session));
}

export function useConnectionStatus(): ConnectionStatus {
  const client = useLiveClient();
  return useSyncExternalStore(
    (changed) => client.onStatus(changed),
    () => client.status(),
  );
}

/** Why the server cannot write; null while it can. */
export function useStoreProblem(): string | null {
  const client = useLiveClient();
  return useSyncExternalStore(
    (changed) => client.onStatus(changed),
    () => client.storeProblem(),
  );
}

function onceAFrame(subscribe: (listener: () => void) => () => void, changed: () => void): () => void {
  let frame = 0;
  const unsubscribe = subscribe(() => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      changed();
    });
  });
  return () => {
    cancelAnimationFrame(frame);
    unsubscribe();
  };
}
