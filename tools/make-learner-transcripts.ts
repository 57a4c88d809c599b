import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { violationsOf, wordingViolationsOf } from '../fixtures/learners/judge.ts';
import { learners } from '../fixtures/learners/learners.ts';
import { playLearner } from '../fixtures/learners/play-learner.ts';
import { transcriptOf } from '../fixtures/learners/transcript.ts';
import { startChildServer } from '../fixtures/server/child-server.ts';

/** Rewrites the transcripts of the scripted learners and prints what they break. Read the changes before a commit. */
const folder = path.join(import.meta.dirname, '../fixtures/learners/transcripts');
const home = mkdtempSync(path.join(tmpdir(), 'warren-learners-'));
const server = await startChildServer({ home });
try {
  const all = await Promise.all(learners.map((learner) => playLearner(server, learner)));
  for (const played of all) {
    writeFileSync(path.join(folder, `${played.learner.name.replaceAll(' ', '-')}.md`), transcriptOf(played));
    for (const broken of [...violationsOf(played), ...wordingViolationsOf(played)]) console.log(broken);
  }
} finally {
  await server.stop();
  rmSync(home, { recursive: true, force: true });
}
