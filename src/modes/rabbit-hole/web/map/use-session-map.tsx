import { type ReactNode, useCallback, useMemo, useState } from 'react';

import { usePageActions } from '#elements/web/page/page-actions.ts';
import type { InnerHost } from '#session/web/inner/inner-mode.ts';

import { rabbitholesOf } from '../use-rabbithole.ts';
import { mapRows } from './map-rows.ts';
import { SessionMap } from './session-map.tsx';

interface Whence {
  /** Inside a hole the trunk is frozen and cannot be navigated. */
  readonly isInside: boolean;
  readonly read: (holeId: string) => void;
}

export function useSessionMap({ view, loadOlder, goTo }: InnerHost, { isInside, read }: Whence): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { older, hasOlder, state } = view;
  const { holes } = rabbitholesOf(state);
  const isOffered = holes.length > 0 && !isInside;
  const rows = useMemo(
    () => (isOpen ? mapRows([...older, ...state.messages], holes) : []),
    [isOpen, older, state.messages, holes],
  );
  usePageActions(
    useMemo(
      () => (isOffered ? [{ label: 'Show the map of this session', run: () => setOpen(true) }] : []),
      [isOffered],
    ),
  );
  const load = useCallback(() => void loadOlder().catch(() => undefined), [loadOlder]);
  if (!isOffered) return null;
  return (
    <SessionMap
      rows={rows}
      isOpen={isOpen}
      onOpenChange={setOpen}
      hasOlder={hasOlder}
      onLoadOlder={load}
      onGo={goTo}
      onRead={read}
    />
  );
}
