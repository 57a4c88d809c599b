import { setTimeout } from 'node:timers/promises';

import type { LibraryOverview, SourceDetail } from '#library/sources/protocol.ts';

import type { ServerClient } from './server-client.ts';
import type { Tally } from './tally.ts';

const LOOK_EVERY_MS = 250;

/** Waits until the server has read everything that was added, because it ends with this command. */
export async function untilRead(client: ServerClient, tally: Tally, signal: AbortSignal): Promise<void> {
  for (;;) {
    const { reading } = await client.get<LibraryOverview>('/api/library');
    if (reading === 0) return;
    tally.say(`Reading ${reading.toLocaleString('en')} ${reading === 1 ? 'source' : 'sources'}`);
    await setTimeout(LOOK_EVERY_MS, undefined, { signal });
  }
}

/** Says which of the sources could not be read, and why. */
export async function tellFailures(client: ServerClient, sources: readonly string[], tally: Tally): Promise<void> {
  for (const source of sources) {
    const { state, title, problem } = await client.get<SourceDetail>(`/api/library/sources/${source}`);
    if (state === 'failed' && problem) tally.refuse(title, `${problem.message} ${problem.remedy}`);
  }
}
