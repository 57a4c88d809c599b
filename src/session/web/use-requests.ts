import { useCallback, useRef } from 'react';

import { useToast } from '#elements/web/toast.tsx';
import { messageOf } from '#http-client/web/api.ts';

import type { SessionRequest } from './client/live-client.ts';
import { useLiveClient } from './live-client-context.ts';

/** Asks something of a session, and tells the asker how it ended. */
export type Ask = (request: SessionRequest, onEnd?: (isDone: boolean) => void) => void;

/** Asks something of a session: once while it is under way, and in words when it has to wait for the connection. */
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
