import { existsSync } from 'node:fs';

const PLACES = [
  // The headless shell loads a page in half the time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** The path of the browser for the tests: CHROMIUM, or an installed browser. */
export function findBrowser(): string | undefined {
  const chosen = process.env['CHROMIUM'];
  return chosen !== undefined && chosen !== '' ? chosen : PLACES.find((place) => existsSync(place));
}

/** Options of the browser: no sandbox for root, who cannot use one, and no background network requests. */
export const browserArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** @throws if there is no browser */
export function requireBrowser(): string {
  const found = findBrowser();
  if (found === undefined) throw new Error('There is no Chromium. Install it, or set CHROMIUM to its path.');
  return found;
}
