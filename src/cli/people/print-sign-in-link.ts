import { serverAddress } from '#platform/database/server-address.ts';

import { signInLink } from '../sign-in-link.ts';
import type { OpenPeople } from './with-people.ts';

/** The address of the server that runs, else the one that it will have. */
export async function printSignInLink(
  { settings, store }: Pick<OpenPeople, 'settings' | 'store'>,
  name: string,
  token: string,
): Promise<void> {
  const address = (await serverAddress(settings, store)) ?? `http://${settings.host}:${settings.port}`;
  process.stdout.write(`${name} signs in at ${signInLink(address, token)}\n`);
  process.stdout.write('Keep this link: it is shown only once.\n');
}
