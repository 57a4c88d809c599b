import { useCallback } from 'react';

import { useToast } from '#elements/web/toast.tsx';
import { messageOf } from '#http-client/web/api.ts';
import { useLiveClient } from '#session/web/live-client-context.ts';

import type { ExploreView, SourceChoice } from '../../../protocol.ts';

/** Returns the change to a choice, given the choice at the time of the change. */
type Change = (choice: SourceChoice) => Partial<SourceChoice>;

/** The latest change of each session, by client: the panel and the composer both make changes. */
const latest = new WeakMap<object, Map<string, Promise<boolean>>>();

/**
 * Changes which sources may be in context. Changes of one session run one after another, wherever on the page they are
 * made, so that two quick ones do not overwrite each other. Resolves with whether the change was made; if not, the
 * person has seen why.
 */
export function useChangeSources(session: string): (change: Change) => Promise<boolean> {
  const client = useLiveClient();
  const toast = useToast();
  return useCallback(
    (change) => {
      const make = async () => {
        const choice = client.view(session).state?.modes['explore'] as ExploreView | undefined;
        if (choice) await client.request(session, { type: 'set_sources', ...change(choice) });
        return choice !== undefined;
      };
      if (client.status() !== 'live') toast({ text: 'This is done once the connection is back.' });
      const sessions = latest.get(client) ?? new Map<string, Promise<boolean>>();
      latest.set(client, sessions);
      const made = (sessions.get(session) ?? Promise.resolve(true)).then(make).catch((error: unknown) => {
        toast({ text: messageOf(error) });
        return false;
      });
      sessions.set(session, made);
      return made;
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
