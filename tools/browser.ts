import { existsSync } from 'node:fs';

import { canInstallPackages, installPackage } from './system-packages.ts';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** The path of the browser for the tests: CHROMIUM, or a browser of the system. */
export function findBrowser(): string | undefined {
  const chosen = process.env['CHROMIUM'];
  return chosen !== undefined && chosen !== '' ? chosen : PLACES.find((place) => existsSync(place));
}

/** Options of the browser: no sandbox for root, which does not support one, and no background network requests. */
export const browserArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Finds the browser, or installs it if this process may. */
export async function requireBrowser(): Promise<string> {
  const found = findBrowser();
  if (found !== undefined) return found;
  if (!canInstallPackages())
    throw new Error(
      'The browser tests need Chromium. On Debian: sudo apt-get install chromium — or set CHROMIUM to its path.',
    );
  await installPackage('chromium', 'Chromium');
  const installed = findBrowser();
  if (installed === undefined)
    throw new Error('Chromium was installed but is in none of the usual places. Set CHROMIUM.');
  return installed;
}
