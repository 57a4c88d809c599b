import { useCallback, useRef } from 'react';

import { useToast } from '#elements/web/toast.tsx';
import { messageOf } from '#http-client/web/api.ts';

import type { SessionRequest } from './client/live-client.ts';
import { useLiveClient } from './live-client-context.ts';

/** Sends a request to a session, and reports whether the server executed it. */
export type Ask = (request: SessionRequest, onEnd?: (isDone: boolean) => void) => void;

/**
 * Sends requests to a session. A request that is under way is not sent again; a request without a connection is
 * announced.
 */
export function useRequests(session: string): Ask {
  const client = useLiveClient();
  const toast = useToast();
  const underWay = useRef(new Set<string>());
  return useCallback(
    (request, onEnd) => {
      const isAsked = underWay.current.has(request.type);
      if (client.status() !== 'live') toast({ text: 'This is done once the connection is back.' });
      if (isAsked) return;
      underWay.current.add(request.type);
      const end = (isDone: boolean) => {
        underWay.current.delete(request.type);
        onEnd?.(isDone);
      };
      client.request(session, request).then(
        () => end(true),
        (error: unknown) => {
          toast({ text: messageOf(error) });
          end(false);
        },
      );
    },
    [client, session, toast],
  );
}
