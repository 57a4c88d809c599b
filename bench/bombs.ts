import { setTimeout as delay } from 'node:timers/promises';

import type { AddedSources, SourceDetail } from '#library/sources/protocol.ts';

import { bombs } from '../fixtures/documents/bombs.ts';
import { atMost, type Row } from './row.ts';
import { percentile } from './statistics.ts';
import { launchServer } from './support/launched-server.ts';
import { residentMb } from './support/resident.ts';
import { seedFirstPerson, withStore } from './support/store.ts';
import { withTemporaryHome } from './support/temporary-home.ts';

/** The most expensive kinds, of which the reader can handle only one at a time. */
const NAMES = ['twice.pdf', 'states.pdf', 'unicode.pdf', 'sizes.docx', 'names.html', 'unclosed.html'];
const SIZE = 25;
const WATCHED_FOR_MS = 60_000;
const ASKED_EVERY_MS = 50;
const BUDGET_MS = 50;
const BUDGET_MB = 600;

/** The latency of other requests and the server's memory while documents that expand without limit are read. */
export function bombsBeside(): Promise<readonly Row[]> {
  return withTemporaryHome(async (home) => {
    const { token } = await withStore(home, (store) => seedFirstPerson(store, home));
    const server = await launchServer('bin/warren start', home);
    const headers = { authorization: `Bearer ${token}` };
    const waits: number[] = [];
    let most = 0;
    try {
      const sources: string[] = [];
      for (const { name, bytes } of bombs(SIZE).filter((bomb) => NAMES.includes(bomb.name))) {
        const url = `${server.url}/api/library/files?name=${name}`;
        const type = 'application/octet-stream';
        const body = Uint8Array.from(bytes);
        const answer = await fetch(url, { method: 'POST', headers: { ...headers, 'content-type': type }, body });
        sources.push(((await answer.json()) as AddedSources).results[0]?.source.id ?? '');
      }
      const until = performance.now() + WATCHED_FOR_MS;
      while (performance.now() < until) {
        const asked = performance.now();
        const answer = await fetch(`${server.url}/api/me`, { headers });
        if (!answer.ok) throw new Error(`The server answered with ${answer.status}.`);
        waits.push(performance.now() - asked);
        most = Math.max(most, await residentMb(server.process.pid ?? 0));
        await delay(ASKED_EVERY_MS);
      }
      const states = await Promise.all(
        sources.map(async (id) => {
          const answer = await fetch(`${server.url}/api/library/sources/${id}`, { headers });
          return ((await answer.json()) as SourceDetail).state;
        }),
      );
      const done = states.filter((state) => state !== 'waiting').length;
      const what = `while documents that unpack without end are read (${done} of ${states.length} given up by then)`;
      return [
        atMost(BUDGET_MS, {
          name: 'bombs-latency',
          what: `others' requests ${what}, p99 (p50 ${percentile(waits, 0.5).toFixed(1)}, worst ${Math.max(...waits).toFixed(0)} ms)`,
          value: percentile(waits, 0.99),
          unit: 'ms',
        }),
        atMost(BUDGET_MB, { name: 'bombs-memory', what: `most that the server held ${what}`, value: most, unit: 'MB' }),
      ];
    } finally {
      await server.stop();
    }
  });
}
