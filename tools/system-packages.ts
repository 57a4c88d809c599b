import { existsSync } from 'node:fs';

import { run } from './run.ts';

/** Whether this process may install system packages: as root, on Debian. */
export function canInstallPackages(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version');
}

/** Installs a Debian package. `title` names it in messages. */
export async function installPackage(name: string, title: string): Promise<void> {
  console.log(`Installing ${title} (once)`);
  const environment = { DEBIAN_FRONTEND: 'noninteractive' };
  for (const parameters of [
    ['update', '-qq'],
    ['install', '-qq', '--no-install-recommends', '--yes', name],
  ]) {
    const { code, output } = await run('apt-get', parameters, { isQuiet: true, environment });
    if (code !== 0) throw new Error(`${title} could not be installed. Try: apt-get install ${name}\n${output}`);
  }
}
