import { useSyncExternalStore } from 'react';

import { chooseTheme, onThemeChoice, themeChoice, type ThemeChoice } from '../theme.ts';

const CHOICES: readonly { choice: ThemeChoice; label: string }[] = [
  { choice: 'system', label: 'System' },
  { choice: 'light', label: 'Light' },
  { choice: 'dark', label: 'Dark' },
];

export function ThemeField() {
  const chosen = useSyncExternalStore(onThemeChoice, themeChoice);
  return (
    <fieldset className="flex flex-wrap gap-x-5 gap-y-1">
      <legend className="sr-only">Theme</legend>
      {CHOICES.map(({ choice, label }) => (
        <label key={choice} className="flex min-h-[34px] items-center gap-2">
          <input
            type="radio"
            name="theme"
            value={choice}
            checked={choice === chosen}
            onChange={() => chooseTheme(choice)}
            className="size-4 accent-(--accent)"
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
