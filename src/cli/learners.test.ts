import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { violationsOf } from '../../fixtures/learners/judge.ts';
import { learners } from '../../fixtures/learners/learners.ts';
import { type Played, playLearner } from '../../fixtures/learners/play-learner.ts';
import { startChildServer } from '../../fixtures/server/child-server.ts';

/** Whole sessions of scripted learners through the real server without a model. */
const home = mkdtempSync(path.join(tmpdir(), 'warren-learners-'));
const played = new Map<string, Played>();
beforeAll(async () => {
  const server = await startChildServer({ home });
  const all = await Promise.all(learners.map((learner) => playLearner(server, learner)));
  for (const one of all) played.set(one.learner.name, one);
  await server.stop();
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** To read a session, run `bin/warren -x node tools/make-learner-transcripts.ts NAME`. */
test.each(learners)('the session of the learner “$name” keeps every rule', ({ name }) => {
  expect(violationsOf(played.get(name)!)).toEqual([]);
});

test('eight points told in one paragraph take two cards at most', () => {
  const { turns } = played.get('one paragraph')!;
  expect(turns.flatMap(({ cards }) => cards).length).toBeLessThanOrEqual(2);
});
