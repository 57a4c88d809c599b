import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { misjudgementsOf, violationsOf, wordingViolationsOf } from '../../fixtures/learners/judge.ts';
import { learners, pointsOf } from '../../fixtures/learners/learners.ts';
import { type Played, playLearner } from '../../fixtures/learners/play-learner.ts';
import { scriptedModel } from '../../fixtures/learners/scripted-model.ts';
import { transcriptOf } from '../../fixtures/learners/transcript.ts';
import { createProviderDouble } from '../../fixtures/provider/provider-double.ts';
import { startChildServer } from '../../fixtures/server/child-server.ts';

/** Whole sessions of ten scripted learners through the real server without a model. */
const folder = path.join(import.meta.dirname, '../../fixtures/learners/transcripts');
const home = mkdtempSync(path.join(tmpdir(), 'warren-learners-'));
const played = new Map<string, Played>();
beforeAll(async () => {
  const server = await startChildServer({ home });
  const all = await Promise.all(learners.map((learner) => playLearner(server, learner)));
  for (const one of all) played.set(one.learner.name, one);
  await server.stop();
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const of = (name: string): Played => played.get(name)!;

/** Grades that the tutor's questions decide: the embedded evaluator leaves more answers to the person than these expect. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  ordinary: ['grades are good good good good again again good, deserved are good good good good hard hard good'],
  rambling: ['grades are good good again hard good good, deserved are good good hard hard good good'],
  wrong: ['grades are again again again again again none again, deserved are again again again again hard none hard'],
  'in another order': [
    'grades are good good good good good hard good, deserved are good good good good good good good',
  ],
  'by halves': ['grades are again again again again good again, deserved are again again again hard hard hard'],
  German: ['grades are good good again good hard again good, deserved are good good hard good hard again again'],
  'asks back': ['grades are hard hard again good none good none, deserved are hard hard again hard again good none'],
};

/** To change a transcript, run `bin/warren -x node tools/make-learner-transcripts.ts`. */
test.each(learners)('the session of the learner “$name” matches its transcript', ({ name }) => {
  expect(transcriptOf(of(name))).toBe(readFileSync(path.join(folder, `${name.replaceAll(' ', '-')}.md`), 'utf8'));
});

test.each(learners)('the learner “$name” is graded as deserved and never misjudged', ({ name }) => {
  expect(violationsOf(of(name))).toEqual((KNOWN[name] ?? []).map((fault) => `${name}: ${fault}`));
});

test.each(learners)('the tutor varies its words with the learner “$name” and keeps to one language', ({ name }) => {
  expect(wordingViolationsOf(of(name))).toEqual([]);
});

test('through models that read every line as what it is, right lines are credited and nothing is misjudged', async () => {
  const double = await createProviderDouble({ answer: scriptedModel });
  const place = mkdtempSync(path.join(tmpdir(), 'warren-learners-'));
  const environment = { ANTHROPIC_API_KEY: 'sk-ant-of-the-test', ANTHROPIC_BASE_URL: double.url };
  const server = await startChildServer({ home: place, environment });
  const all = await Promise.all(learners.map((learner) => playLearner(server, learner)));
  await server.stop();
  await double.close();
  rmSync(place, { recursive: true, force: true });
  expect(all.flatMap(misjudgementsOf)).toEqual([]);
  for (const { learner, turns } of all) {
    const right = new Set(turns.flatMap(({ line }) => pointsOf(line, 'right')));
    const credited = new Set(turns.flatMap((turn) => turn.credited));
    expect({ [learner.name]: credited }).toEqual({ [learner.name]: right });
  }
});
