export type ThemeChoice = 'system' | 'light' | 'dark';

const KEY = 'warren.theme';
const PAPER = { light: '#faf8f4', dark: '#17181b' };
const prefersDark = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

export function themeChoice(): ThemeChoice {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'light' || kept === 'dark' ? kept : 'system';
  } catch {
    return 'system';
  }
}

export function chooseTheme(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, choice);
  } catch {
    // Storage is denied: the choice lasts until the page is closed.
  }
  show(choice);
  for (const listener of listeners) listener();
}

export function onThemeChoice(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function show(choice: ThemeChoice): void {
  const theme = choice === 'system' ? (prefersDark.matches ? 'dark' : 'light') : choice;
  document.documentElement.dataset['theme'] = theme;
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.setAttribute('content', PAPER[theme]);
}

/** Applies the chosen theme, or follows the system's. Call it before the first paint. */
export function startTheme(): void {
  show(themeChoice());
  prefersDark.addEventListener('change', () => show(themeChoice()));
}
