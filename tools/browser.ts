import { existsSync } from 'node:fs';

import { run } from './run.ts';

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

/** Finds the browser, or installs it where that is ours to do. */
export async function requireBrowser(): Promise<string> {
  const found = findBrowser();
  if (found !== undefined) return found;
  const isOurs = process.getuid?.() === 0 && existsSync('/etc/debian_version');
  if (!isOurs)
    throw new Error(
      'The browser tests need Chromium. On Debian: sudo apt-get install chromium — or set CHROMIUM to its path.',
    );
  console.log('Installing Chromium (once)');
  const environment = { DEBIAN_FRONTEND: 'noninteractive' };
  for (const parameters of [
    ['update', '-qq'],
    ['install', '-qq', '--no-install-recommends', '--yes', 'chromium'],
  ]) {
    const { code, output } = await run('apt-get', parameters, { isQuiet: true, environment });
    if (code !== 0) throw new Error(`Chromium could not be installed. Try: apt-get install chromium\n${output}`);
  }
  const installed = findBrowser();
  if (installed === undefined)
    throw new Error('Chromium was installed but is in none of the usual places. Set CHROMIUM.');
  return installed;
}
