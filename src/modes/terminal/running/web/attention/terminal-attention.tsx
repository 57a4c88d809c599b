import { useEffect } from 'react';

import { setTitleMark } from '#elements/web/page/page-title.ts';
import { useLiveClient } from '#session/web/live-client-context.ts';
import { sessionPath } from '#session/web/session-path.ts';

import { notificationChoice } from './notification-choice.ts';
import { notificationOf, type TerminalNotification } from './notification-of.ts';
import { useWaitingTerminals } from './waiting-count.tsx';

const PLAIN = '/icon.svg';
const MARKED = '/icon-waiting.svg';

/**
 * Tells of terminals on every page: how many wait for the person, in the tab, and what has changed, as notifications.
 */
export function TerminalAttention() {
  const client = useLiveClient();
  const waiting = useWaitingTerminals();
  useEffect(() => {
    setTitleMark(waiting === 0 ? '' : `(${waiting})`);
    markTab(waiting);
    return () => {
      setTitleMark('');
      markTab(0);
    };
  }, [waiting]);
  useEffect(() => {
    const statuses = new Map<string, unknown>();
    return client.onSummary((changed) => {
      if (changed.mode !== 'terminal') return;
      const before = statuses.get(changed.session);
      statuses.set(changed.session, changed.details?.['status']);
      const choice = notificationChoice();
      if (choice === 'off' || isLookedAt(changed.session)) return;
      const notification = notificationOf(changed, before, { withWords: choice === 'words' });
      if (notification) notify(changed.session, notification);
    });
  }, [client]);
  return null;
}

/** Marks the icon of the tab, and of the app where Warren is installed as one, if something waits. */
function markTab(waiting: number): void {
  document.querySelector('link[rel="icon"]')?.setAttribute('href', waiting > 0 ? MARKED : PLAIN);
  if (!('setAppBadge' in navigator)) return;
  // Refused where it is not installed, or not allowed: the icon and the title tell it as well.
  void (waiting > 0 ? navigator.setAppBadge(waiting) : navigator.clearAppBadge()).catch(() => undefined);
}

/** Whether the person has a terminal before them now. */
function isLookedAt(session: string): boolean {
  return document.hasFocus() && location.pathname === sessionPath(session);
}

/** Shows a browser notification. A click on it leads to the terminal. */
function notify(session: string, { title, body }: TerminalNotification): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  try {
    // Several windows tell of one terminal in one notification, and a later one replaces it.
    const notification = new Notification(title, { body, tag: session, icon: '/icon.svg' });
    notification.onclick = () => {
      window.focus();
      location.assign(sessionPath(session));
      notification.close();
    };
  } catch {
    // Some browsers on phones only show notifications of service workers.
  }
}
