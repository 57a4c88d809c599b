import { sessionPath } from '#session/web/session-path.ts';

import type { TerminalNotification } from './notification-of.ts';

/** Whether the person has a terminal before them now. */
export function isLookedAt(session: string): boolean {
  return document.hasFocus() && location.pathname === sessionPath(session);
}

/** Shows a browser notification. A click on it leads to the terminal. */
export function notify(session: string, { title, body }: TerminalNotification): void {
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
