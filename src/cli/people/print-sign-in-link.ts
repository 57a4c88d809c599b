import { ownerAddress } from '#platform/database/data-folder/owner-lock.ts';

import type { Settings } from '../settings.ts';
import { signInLink } from '../sign-in-link.ts';

/** The address of the server that runs, else the one that it will have. */
export function printSignInLink({ home, host, port }: Settings, name: string, token: string): void {
  const address = ownerAddress(home) ?? `http://${host}:${port}`;
  process.stdout.write(`${name} signs in at ${signInLink(address, token)}\n`);
  process.stdout.write('Keep this link: it is shown only once.\n');
}
