import { useCallback, useRef } from 'react';

import { useToast } from '#elements/web/toast.tsx';
import { messageOf } from '#http-client/web/api.ts';
import { useLiveClient } from '#session/web/live-client-context.ts';

import type { ExploreView, SourceChoice } from '../../../protocol.ts';

/** Changes a choice, given the choice at the time of the change. */
type Change = (choice: SourceChoice) => Partial<SourceChoice>;

/**
 * Changes what may be in context. One change follows another, so that two quick ones lose nothing. Resolves with
 * whether it was made; if not, the person has been told why.
 */
export function useChangeSources(session: string): (change: Change) => Promise<boolean> {
  const client = useLiveClient();
  const toast = useToast();
  const last = useRef<Promise<boolean>>(Promise.resolve(true));
  return useCallback(
    (change) => {
      const make = async () => {
        const choice = client.view(session).state?.modes['explore'] as ExploreView | undefined;
        if (choice) await client.request(session, { type: 'set_sources', ...change(choice) });
        return choice !== undefined;
      };
      if (client.status() !== 'live') toast({ text: 'This is done once the connection is back.' });
      last.current = last.current.then(make).catch((error: unknown) => {
        toast({ text: messageOf(error) });
        return false;
      });
      return last.current;
    },
    [client, session, toast],
  );
}

export function pinned(sourceId: string, isPinned: boolean): Change {
  return ({ manualSourceIds, excludedSourceIds }) => {
    const others = manualSourceIds.filter((id) => id !== sourceId);
    if (!isPinned) return { manualSourceIds: others };
    return {
      manualSourceIds: [...others, sourceId],
      excludedSourceIds: excludedSourceIds.filter((id) => id !== sourceId),
    };
  };
}

/** Excluding a source unpins it. */
export function excluded(sourceId: string, isExcluded: boolean): Change {
  return ({ manualSourceIds, excludedSourceIds }) => {
    const others = excludedSourceIds.filter((id) => id !== sourceId);
    if (!isExcluded) return { excludedSourceIds: others };
    return {
      manualSourceIds: manualSourceIds.filter((id) => id !== sourceId),
      excludedSourceIds: [...others, sourceId],
    };
  };
}
