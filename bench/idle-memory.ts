import { setTimeout as delay } from 'node:timers/promises';

import { atMost, type Row } from './row.ts';
import { type LaunchedServer, launchServer } from './support/launched-server.ts';
import { residentMb } from './support/resident.ts';
import { withTemporaryHome } from './support/temporary-home.ts';

const SETTLED_AFTER_MS = 5_000;
const BUDGET_MB = 110;

/** Memory of an idle server: only the server's process, 5 s after it is ready, with its page loaded once. */
export function idleMemory(): Promise<readonly Row[]> {
  return withTemporaryHome(async (home) => {
    // Not through npm, which would remain as a second process: the launcher's process becomes the server's.
    await (await launchServer('bin/warren start', home)).stop();
    const server = await launchServer('bin/warren start', home);
    try {
      const files = await loadPage(server);
      await delay(SETTLED_AFTER_MS);
      const value = await residentMb(server.process.pid ?? 0);
      const what = `resident ${SETTLED_AFTER_MS / 1_000} s after ready, page of ${files} files and Today loaded once`;
      return [atMost(BUDGET_MB, { name: 'idle-memory', what, value, unit: 'MB' })];
    } finally {
      await server.stop();
    }
  });
}

/** Fetches the files that a browser would, and returns their number. */
async function loadPage({ url, token }: LaunchedServer): Promise<number> {
  const page = await (await fetch(url, { headers: { accept: 'text/html' } })).text();
  const assets = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((match) => match[1] ?? '');
  const bearer = { authorization: `Bearer ${token}` };
  const further = [...assets, '/api/me', '/api/recall/today', '/api/sessions', '/api/agents'];
  for (const path of further) {
    const answer = await fetch(`${url}${path}`, { headers: bearer });
    if (!answer.ok) throw new Error(`GET ${path} was answered with ${answer.status}.`);
    await answer.arrayBuffer();
  }
  return assets.length + 1;
}
