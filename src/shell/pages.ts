import { loadOnce } from '#elements/web/page/load-once.tsx';
import { webModes } from '#modes/web-modes.ts';
import type { WebMode } from '#session/web/mode-screen.ts';

const WHEN_IDLE_MS = 2_000;

/** Every page but Today, which comes with the first load. */
export const pages = {
  recall: loadOnce(async () => (await import('#modes/recall/sets/web/set-list-page.tsx')).SetListPage),
  set: loadOnce(async () => (await import('./tangents/set-page.tsx')).SetPage),
  tangents: loadOnce(async () => (await import('./tangents/tangents-page.tsx')).TangentsPage),
  statistics: loadOnce(async () => (await import('#modes/recall/statistics/web/statistics-page.tsx')).StatisticsPage),
  session: loadOnce(async () => (await import('./session-page.tsx')).SessionPage),
  settings: loadOnce(async () => (await import('./settings/settings-page.tsx')).SettingsPage),
  recallSettings: loadOnce(async () => (await import('./settings/recall-settings-page.tsx')).RecallSettingsPage),
  models: loadOnce(async () => (await import('./settings/models-page.tsx')).ModelsPage),
  spending: loadOnce(async () => (await import('./settings/spending-page.tsx')).SpendingPage),
};

/** What stands over any page. */
export const palette = loadOnce(async () => (await import('./palette/palette.tsx')).Palette);

/** Fetches everything that may be gone to: then going there waits for its data alone, and needs no server to be shown. */
export function preloadPages(): void {
  const screens = Object.values<WebMode>(webModes).flatMap(({ screen }) => screen ?? []);
  for (const part of [...Object.values(pages), palette, ...screens]) {
    // What cannot be fetched now is fetched, and complained of, when it is needed.
    part.preload().catch(() => undefined);
  }
}

export function preloadPagesWhenIdle(): () => void {
  const timer = setTimeout(preloadPages, WHEN_IDLE_MS);
  return () => clearTimeout(timer);
}
