import { cp } from 'node:fs/promises';
import path from 'node:path';

import { launchServer } from './launched-server.ts';

const BUILT = path.resolve(import.meta.dirname, '../../dist/page');

/** Makes the launcher build the page if it is stale, and copies it, because another build may start meanwhile. */
export async function copyBuiltPage(home: string): Promise<string> {
  await (await launchServer('bin/warren start', path.join(home, 'builder'))).stop();
  const copy = path.join(home, 'page');
  await cp(BUILT, copy, { recursive: true });
  return copy;
}
