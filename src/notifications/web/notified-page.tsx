import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';

import { useLiveClient } from '#session/web/live-client-context.ts';
import { sessionPath } from '#session/web/session-path.ts';

import { notificationsQuery } from './queries.ts';
import { forgetSubscription, readinessOf } from './this-browser.ts';

/**
 * The page's part in notifications: it says which session is visible, opens what a notification leads to, and ends a
 * subscription of this browser that belongs to nobody who is signed in here.
 */
export function NotifiedPage() {
  useSeen();
  const navigate = useNavigate();
  useEffect(() => {
    if (readinessOf() !== 'ready') return undefined;
    const open = ({ data }: MessageEvent<{ open?: unknown } | null>) => {
      if (typeof data?.open !== 'string') return;
      // An earlier service worker leads pages to what is shown apart from them, too.
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
    // Without an answer nothing is known, and nothing changes.
    look().catch(() => undefined);
  }, [queries]);
  return null;
}

/** Tells the server which session is before the person. */
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
