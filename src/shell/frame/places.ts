import { useQuery } from '@tanstack/react-query';
import { CalendarDays, Layers, Settings } from 'lucide-react';
import { useCallback, useSyncExternalStore } from 'react';

import type { RailPlace } from '#session/web/contribution/contribution.ts';
import {
  contributionsOf,
  type PageComposition,
  usePageComposition,
} from '#session/web/contribution/page-composition.ts';
import { useLiveClient } from '#session/web/live-client-context.ts';
import { sessionsQuery } from '#session/web/session-queries.ts';

export const TODAY: RailPlace = { to: '/', label: 'Today', inBar: 'Today', icon: CalendarDays };
/** The list of every mode's sessions. The rail has its own list of them, so this place is only in the bar. */
export const SESSIONS: RailPlace = { to: '/sessions', label: 'Sessions', inBar: 'Sessions', icon: Layers };
const SETTINGS: RailPlace = { to: '/settings', label: 'Settings', icon: Settings };

/** The places of the page, in the order of the rail, the phone's bar and the palette. */
export function placesOf(composition: PageComposition): readonly RailPlace[] {
  const places = contributionsOf(composition).flatMap(({ place }) => place ?? []);
  return [TODAY, ...places.filter(({ isLast }) => !isLast), ...places.filter(({ isLast }) => isLast), SETTINGS];
}

/** The path of the place that a page belongs to. A session belongs to the place of its mode. */
export function useCurrentPlace(pathname: string): string | undefined {
  const composition = usePageComposition();
  const mode = useModeOf(sessionIn(pathname));
  if (mode !== undefined) return composition.modes[mode]?.place?.to;
  return placesOf(composition).find(({ to }) => pathname === to || pathname.startsWith(`${to}/`))?.to;
}

function sessionIn(pathname: string): string | undefined {
  return /^\/session\/([^/]+)/.exec(pathname)?.[1];
}

/** The mode of the open session; from the list of sessions until the session has loaded. */
function useModeOf(session: string | undefined): string | undefined {
  const client = useLiveClient();
  const { data: sessions } = useQuery(sessionsQuery);
  const subscribe = useCallback(
    (changed: () => void) => (session === undefined ? () => undefined : client.onView(session, changed)),
    [client, session],
  );
  const open = useSyncExternalStore(subscribe, () =>
    session === undefined ? undefined : client.view(session).state?.mode,
  );
  return open ?? sessions?.find((listed) => listed.session === session)?.mode;
}
