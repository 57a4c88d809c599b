import { createStore } from '#elements/web/page/create-store.ts';
import { storedText } from '#elements/web/page/stored.ts';

/** The content of browser notifications: nothing, the name of the terminal, or also the latest words in it. */
export type NotificationChoice = 'off' | 'names' | 'words';

/** Of this browser: its permission belongs to it, too. */
const stored = storedText('localStorage', 'warren.terminal-notifications');
const { get, set, useValue } = createStore<NotificationChoice>(read());
export { get as notificationChoice, useValue as useNotificationChoice };

function read(): NotificationChoice {
  const known = stored.read();
  return known === 'names' || known === 'words' ? known : 'off';
}

export function chooseNotifications(choice: NotificationChoice): void {
  stored.write(choice === 'off' ? null : choice);
  set(choice);
}
