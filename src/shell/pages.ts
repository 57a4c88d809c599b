import { loadOnce } from '#elements/web/page/load-once.tsx';
import { contributionsOf, type PageComposition } from '#session/web/contribution/page-composition.ts';

const WHEN_IDLE_MS = 2_000;

/** The pages of the shell itself, except Today, which is in the first load. */
export const pages = {
  session: loadOnce(async () => (await import('./session-page.tsx')).SessionPage),
  sessions: loadOnce(async () => (await import('./sessions-page.tsx')).SessionsPage),
  settings: loadOnce(async () => (await import('./settings/settings-page.tsx')).SettingsPage),
  about: loadOnce(async () => (await import('./settings/about-page.tsx')).AboutPage),
};

export const settingsFrame = loadOnce(async () => (await import('./settings/settings-frame.tsx')).SettingsFrame);

export const palette = loadOnce(async () => (await import('./palette/palette.tsx')).Palette);

export const keysSheet = loadOnce(async () => (await import('./palette/keys-sheet.tsx')).KeysSheet);

/** Mounted on every page; shows nothing by itself. */
export const newerPage = loadOnce(async () => (await import('./frame/newer-page.tsx')).NewerPage);

/** Fetches the palette and its groups, so that it opens complete. */
export async function preloadPalette(composition: PageComposition): Promise<void> {
  const groups = contributionsOf(composition).flatMap((contribution) => contribution.palette ?? []);
  await Promise.all([palette, ...groups].map((part) => part.preload()));
}

/** Fetches the code of every page: then a page waits only for its data, and needs no server to be shown. */
export function preloadPages(composition: PageComposition): void {
  const contributions = contributionsOf(composition);
  const parts = [
    ...Object.values(pages),
    settingsFrame,
    palette,
    keysSheet,
    ...Object.values(composition.modes).flatMap(({ screen }) => screen ?? []),
    ...contributions.flatMap(({ routes = [] }) => routes),
    ...contributions.flatMap(({ settings = [] }) => settings.map(({ page }) => page)),
    ...contributions.flatMap((contribution) => contribution.palette ?? []),
    ...contributions.flatMap((contribution) => contribution.everywhere ?? []),
  ];
  for (const part of parts) {
    // A failed preload is fetched again on first use, which reports the failure.
    part.preload().catch(() => undefined);
  }
}

/** Whether the browser is set to save data: then nothing is prefetched. */
function savesData(): boolean {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
}

export function preloadPagesWhenIdle(composition: PageComposition): () => void {
  if (savesData()) return () => undefined;
  const timer = setTimeout(() => preloadPages(composition), WHEN_IDLE_MS);
  return () => clearTimeout(timer);
}
