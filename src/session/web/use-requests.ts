import { useCallback, useRef } from 'react';

import { useToast } from '#elements/web/toast.tsx';

import { messageOf } from './api.ts';
import type { SessionRequest } from './client/live-client.ts';
import { useLiveClient } from './live-client-context.ts';

/** Asks something of a session: once while it is under way, and in words when it has to wait for the connection. */
export function useRequests(session: string): (request: SessionRequest) => void {
  const client = useLiveClient();
  const toast = useToast();
  const underWay = useRef(new Set<string>());
  return useCallback(
    (request) => {
      const isAsked = underWay.current.has(request.type);
      if (client.status() !== 'live') toast({ text: 'This is done once the connection is back.' });
      if (isAsked) return;
      underWay.current.add(request.type);
      client
        .request(session, request)
        .catch((error: unknown) => toast({ text: messageOf(error) }))
        .finally(() => underWay.current.delete(request.type));
    },
    [client, session, toast],
  );
}
