import { useState, useSyncExternalStore } from 'react';

import {
  chooseNotifications,
  type NotificationChoice,
  notificationChoice,
  onNotificationChoice,
} from '../attention/notification-choice.ts';

const CHOICES: readonly { readonly choice: NotificationChoice; readonly label: string; readonly help: string }[] = [
  { choice: 'off', label: 'Off', help: 'The tab and the rail show how many terminals wait for you.' },
  {
    choice: 'names',
    label: 'Which terminal it is',
    help: 'When one needs you, has finished or has ended. Nothing that was said in it.',
  },
  {
    choice: 'words',
    label: 'Also its latest words',
    help: 'They pass through the notifications of your system, where others may read them.',
  },
];

/** Whether terminals that are not looked at are told of by the browser, and how much. */
export function NotificationField() {
  const chosen = useSyncExternalStore(onNotificationChoice, notificationChoice);
  const [isRefused, setRefused] = useState(false);
  const choose = async (choice: NotificationChoice) => {
    const isAllowed = choice === 'off' || (await isPermitted());
    setRefused(!isAllowed);
    if (isAllowed) chooseNotifications(choice);
  };
  return (
    <fieldset>
      <legend className="sr-only">Notifications</legend>
      {CHOICES.map(({ choice, label, help }) => (
        <label key={choice} className="flex items-start gap-2.5 py-1.5">
          <input
            type="radio"
            name="notifications"
            value={choice}
            checked={choice === chosen}
            onChange={() => void choose(choice)}
            className="mt-1 size-4 accent-(--accent)"
          />
          <span>
            {label}
            <span className="block text-sm text-ink-faint">{help}</span>
          </span>
        </label>
      ))}
      {isRefused && (
        <p role="alert" className="mt-2 text-sm text-bad">
          This browser does not let Warren show notifications. Allow them for this page in its settings, then choose
          again.
        </p>
      )}
    </fieldset>
  );
}

/** Asks the browser, which asks the person once. */
async function isPermitted(): Promise<boolean> {
  return 'Notification' in window && (await Notification.requestPermission()) === 'granted';
}
