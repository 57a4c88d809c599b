import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';

import { useLiveClient } from '#session/web/live-client-context.ts';
import { sessionPath } from '#session/web/session-path.ts';

import { notificationsQuery } from './queries.ts';
import { forgetSubscription, readinessOf } from './this-browser.ts';

/**
 * The page's part in notifications: it reports which session is visible, opens the page of a notification, and ends a
 * subscription of this browser that belongs to none of the people signed in here.
 */
export function NotifiedPage() {
  useSeen();
  const navigate = useNavigate();
  useEffect(() => {
    if (readinessOf() !== 'ready') return undefined;
    const open = ({ data }: MessageEvent<{ open?: unknown } | null>) => {
      if (typeof data?.open !== 'string') return;
      // An earlier service worker also sends pages the paths of separate pages.
      if (data.open.includes('.html')) location.assign(data.open);
      else void navigate({ to: data.open });
    };
    navigator.serviceWorker.addEventListener('message', open);
    return () => navigator.serviceWorker.removeEventListener('message', open);
  }, [navigate]);
  const queries = useQueryClient();
  useEffect(() => {
    if (readinessOf() !== 'ready') return;
    const look = async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      if (!(await registration?.pushManager.getSubscription())) return;
      const { devices } = await queries.fetchQuery(notificationsQuery);
      if (!devices.some(({ isOwn }) => isOwn)) await forgetSubscription();
    };
    // Without an answer the state is unknown, and nothing changes.
    look().catch(() => undefined);
  }, [queries]);
  return null;
}

/** Reports to the server which session is visible. */
function useSeen(): void {
  const client = useLiveClient();
  const { pathname } = useLocation();
  useEffect(() => {
    const prefix = sessionPath('');
    const open = pathname.startsWith(prefix) ? pathname.slice(prefix.length) : null;
    const see = () => client.see(document.visibilityState === 'visible' ? open : null);
    see();
    document.addEventListener('visibilitychange', see);
    return () => {
      document.removeEventListener('visibilitychange', see);
      client.see(null);
    };
  }, [client, pathname]);
}
