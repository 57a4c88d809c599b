import { webModes } from '#modes/web-modes.ts';

const WHEN_IDLE_MS = 1_000;

/** Fetches what sessions are shown with while the first page stands, so that opening one waits for its data alone. */
export function preloadSessions(): () => void {
  const timer = setTimeout(() => {
    // What cannot be fetched now is fetched, and complained of, when it is needed.
    import('./session-page.tsx').catch(() => undefined);
    for (const mode of Object.values(webModes)) mode.screen.preload().catch(() => undefined);
  }, WHEN_IDLE_MS);
  return () => clearTimeout(timer);
}
