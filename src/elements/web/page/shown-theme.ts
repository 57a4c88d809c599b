import { storedText } from './stored.ts';

export type ThemeChoice = 'system' | 'light' | 'dark';

const stored = storedText('localStorage', 'warren.theme');
const PAPER = { light: '#faf8f4', dark: '#17181b' };
const prefersDark = matchMedia('(prefers-color-scheme: dark)');

export function readTheme(): ThemeChoice {
  const known = stored.read();
  return known === 'light' || known === 'dark' ? known : 'system';
}

export function storeTheme(choice: ThemeChoice): void {
  stored.write(choice === 'system' ? null : choice);
  showTheme(choice);
}

function showTheme(choice: ThemeChoice): void {
  const theme = choice === 'system' ? (prefersDark.matches ? 'dark' : 'light') : choice;
  document.documentElement.dataset['theme'] = theme;
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.setAttribute('content', PAPER[theme]);
}

/** Applies the chosen theme, or follows the system's. Call it before the first paint. */
export function startTheme(): void {
  const show = () => showTheme(readTheme());
  show();
  prefersDark.addEventListener('change', show);
}
