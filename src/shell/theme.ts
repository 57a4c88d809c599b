import { createStore } from '#elements/web/page/create-store.ts';
import { readTheme, storeTheme, type ThemeChoice } from '#elements/web/page/shown-theme.ts';

const choices = createStore<ThemeChoice>(readTheme());
export const useThemeChoice = choices.useValue;

export function chooseTheme(choice: ThemeChoice): void {
  storeTheme(choice);
  choices.set(choice);
}
