import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { atMost, type Row } from './row.ts';
import { median } from './statistics.ts';
import { launchServer } from './support/launched-server.ts';
import { withTemporaryHome } from './support/temporary-home.ts';

const RUNS = 7;
/**
 * A start that builds something is not a warm one, for example because somebody is editing. It is repeated at most this
 * often.
 */
const MAX_ATTEMPTS = 20;
const BUDGET_MS = 700;

/** From `npm start` to the ready line, with everything built and an existing data folder. */
export function warmStart(): Promise<readonly Row[]> {
  return withTemporaryHome(async (home) => {
    const first = await launchServer('npm start', home);
    await first.stop();
    const times: number[] = [];
    for (let attempt = 0; attempt < MAX_ATTEMPTS && times.length < RUNS; attempt += 1) {
      const server = await launchServer('npm start', home);
      if (!server.hasBuilt) times.push(server.readyAfterMs);
      await server.stop();
    }
    if (times.length < RUNS) throw new Error('The sources kept changing, so that no start was warm.');
    const bare: number[] = [];
    for (let run = 0; run < RUNS; run += 1) bare.push(await timeOfBareNode());
    return [
      atMost(BUDGET_MS, {
        name: 'warm-start',
        what: `npm start to the ready line, median of ${RUNS}`,
        value: median(times),
        unit: 'ms',
        peer: { what: 'node -e 0', value: median(bare) },
      }),
    ];
  });
}

async function timeOfBareNode(): Promise<number> {
  const began = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit');
  return performance.now() - began;
}
