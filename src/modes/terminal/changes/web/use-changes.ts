import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import type { TerminalView } from '../../protocol.ts';
import { changesKey, changesQuery } from './queries.ts';

/** Delays before a reload: after the end of a turn, and after a tool while the changes are visible, in ms. */
const AFTER_TURN_MS = 300;
const AFTER_TOOL_MS = 1_500;
const WORKING: readonly TerminalView['status'][] = ['thinking', 'running-a-tool', 'retrying', 'compacting'];

/** A shell has no turns, so its changes are not tracked. */
export const hasChanges = ({ program }: Pick<TerminalView, 'program'>): boolean => program.kind !== 'command';

/** Keeps the changes of an open session up to date. Returns the number of files changed since its start. */
export function useChanges(
  session: string,
  terminal: TerminalView,
  { isShown, isReadable }: { readonly isShown: boolean; readonly isReadable: boolean },
): number | null {
  const { status, since } = terminal;
  const queries = useQueryClient();
  const { data } = useQuery({
    ...changesQuery(session, 'start'),
    retry: false,
    enabled: isReadable && hasChanges(terminal),
  });
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return undefined;
    }
    const isWorking = WORKING.includes(status);
    if (isWorking && !isShown) return undefined;
    const refresh = () => void queries.invalidateQueries({ queryKey: changesKey(session) });
    const timer = setTimeout(refresh, isWorking ? AFTER_TOOL_MS : AFTER_TURN_MS);
    return () => clearTimeout(timer);
  }, [queries, session, status, since, isShown]);
  return data?.files.length ?? null;
}
