import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { violationsOf } from '../fixtures/learners/judge.ts';
import { learners } from '../fixtures/learners/learners.ts';
import { playLearner } from '../fixtures/learners/play-learner.ts';
import { transcriptOf } from '../fixtures/learners/transcript.ts';
import { startChildServer } from '../fixtures/server/child-server.ts';

/** Prints whole sessions of the scripted learners without a model, to be read, and what they break. */
const [only] = process.argv.slice(2);
const home = mkdtempSync(path.join(tmpdir(), 'warren-learners-'));
const server = await startChildServer({ home, program: 'sources' });
try {
  for (const learner of learners) {
    if (only !== undefined && learner.name !== only) continue;
    const played = await playLearner(server, learner);
    console.log(transcriptOf(played));
    for (const broken of violationsOf(played)) console.log(`!! ${broken}`);
  }
} finally {
  await server.stop();
  rmSync(home, { recursive: true, force: true });
}
