/** The content of browser notifications: nothing, the name of the terminal, or also the latest words in it. */
export type NotificationChoice = 'off' | 'names' | 'words';

const KEY = 'warren.terminal-notifications';
const listeners = new Set<() => void>();

/** Of this browser: its permission belongs to it, too. */
export function notificationChoice(): NotificationChoice {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'names' || kept === 'words' ? kept : 'off';
  } catch {
    return 'off';
  }
}

export function chooseNotifications(choice: NotificationChoice): void {
  try {
    if (choice === 'off') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, choice);
  } catch {
    // Storage is denied: there are no notifications.
  }
  for (const listener of listeners) listener();
}

export function onNotificationChoice(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
