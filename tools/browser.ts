import { existsSync } from 'node:fs';

import { canInstallPackages, installPackage } from './system-packages.ts';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** Where the browser for the tests is: CHROMIUM, or one that the system has. */
export function findBrowser(): string | undefined {
  const chosen = process.env['CHROMIUM'];
  return chosen !== undefined && chosen !== '' ? chosen : PLACES.find((place) => existsSync(place));
}

/** How the browser is started: without a sandbox for root, who cannot have one, and silent on the network. */
export const browserArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Finds the browser, or installs it where this process may do that. */
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
