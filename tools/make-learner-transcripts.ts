import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { tallyOf } from '../fixtures/learners/judge.ts';
import { learners } from '../fixtures/learners/learners.ts';
import { playLearner } from '../fixtures/learners/play-learner.ts';
import { createSmallModel } from '../fixtures/learners/small-model.ts';
import { transcriptOf } from '../fixtures/learners/transcript.ts';
import { createProviderDouble } from '../fixtures/provider/provider-double.ts';
import { apiOf, startChildServer } from '../fixtures/server/child-server.ts';

/**
 * Prints whole sessions of the scripted learners and their results, for reading: without a model, or with `--model`
 * through the double of a small one.
 */
const [only] = process.argv.slice(2).filter((word) => word !== '--model');
const home = mkdtempSync(path.join(tmpdir(), 'warren-learners-'));
const server = await startChildServer({ home, program: 'sources' });
const model = createSmallModel();
const double = await createProviderDouble({ answer: (request) => model.answer(request) });
try {
  if (process.argv.includes('--model')) {
    await apiOf(server)('PUT', '/api/models/providers/openai', { baseUrl: double.url });
    await apiOf(server)('PUT', '/api/models/roles', { provider: 'openai', model: 'small:3b' });
  }
  const played = [];
  for (const learner of learners) {
    if (only !== undefined && learner.name !== only) continue;
    const one = await playLearner(server, learner);
    console.log(transcriptOf(one));
    played.push(one);
  }
  console.log(tallyOf(played), model.given);
} finally {
  await server.stop();
  await double.close();
  rmSync(home, { recursive: true, force: true });
}
