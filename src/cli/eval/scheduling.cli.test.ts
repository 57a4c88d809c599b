import { randomBytes, randomUUID } from 'node:crypto';

import { expect, test } from 'vitest';

import { ensureFirstPerson } from '#account/server/first-person.ts';
import { createPerson } from '#account/server/people.ts';
import type { AccountTables } from '#account/server/tables.ts';
import { tablesOf } from '#database/server/database.ts';
import { uuidV7 } from '#kernel/id.ts';
import { DEFAULT_WEIGHTS } from '#modes/recall/scheduling/domain/scheduling.ts';
import { addSet } from '#modes/recall/sets/server/sets.ts';
import type { RecallTables } from '#modes/recall/storage/server/tables.ts';
import { openStore } from '#platform/database/open-store.ts';

import { temporaryFolder } from '../../../fixtures/database/temporary-folder.ts';
import { lastLine, runEvaluation } from '../../../fixtures/eval/run-evaluation.ts';
import { seedSteepLearner } from '../../../fixtures/memory/steep-learner.ts';

const UNTIL = Date.parse('2026-11-22T12:00:00Z');
const newId = () => uuidV7(Date.now(), randomBytes(10));

const evaluate = (home: string, ...parameters: string[]) => runEvaluation(home, 'scheduling', ...parameters);

/** An open data folder with a person who forgets fast, and a person without reviews. */
async function seeded() {
  const home = temporaryFolder();
  const store = await openStore({ home, databaseUrl: undefined });
  const account = tablesOf<AccountTables>(store);
  const people = { database: account, onCreated: [], now: Date.now };
  await ensureFirstPerson(people, { home, token: undefined, userName: 'ada' });
  await createPerson(people, { name: 'Grace' });
  const { id: person, name } = await account.read
    .selectFrom('people')
    .select(['id', 'name'])
    .where('name', '!=', 'Grace')
    .executeTakeFirstOrThrow();
  const recall = tablesOf<RecallTables>(store);
  const setId = randomUUID();
  await recall.write((trx) => addSet(trx, { person, setId }, { title: 'Steep', isSample: false, at: 1 }));
  const reviews = await seedSteepLearner(recall, { person, setId, newId }, { points: 100, days: 90, until: UNTIL });
  return { home, store, recall, person, name, reviews };
}

test('the memory model is measured on a person’s own reviews beside an open store, as text and JSON', async () => {
  const { home, store, recall, person, name, reviews } = await seeded();
  try {
    const [json, plain] = await Promise.all([evaluate(home, '--json'), evaluate(home, '--person', name)]);
    expect(json).toMatchObject({ code: 0, error: '' });
    const report = lastLine(json.out) as Record<string, unknown>;
    const figures = { logLoss: expect.any(Number) as number, rmseBins: expect.any(Number) as number };
    const measured = {
      published: { ...figures, auc: expect.any(Number) as number },
      active: { ...figures, auc: expect.any(Number) as number },
      average: { ...figures, auc: 0.5 },
    };
    expect(report).toEqual({
      person: name,
      points: 100,
      reviews,
      activeIsOwn: false,
      all: measured,
      latest: { ...measured, reviews: reviews - Math.floor(reviews * 0.8) },
    });
    expect(report['all']).toMatchObject({ active: (report['all'] as { published: object }).published });

    expect(plain.out).toMatch(/^\w+: 100 points/);
    expect(plain.out).toContain('The published weights are in use.');
    expect(plain.out).not.toContain('weights in use  ');

    // Weights for a shorter memory predict this one better.
    const shorter = DEFAULT_WEIGHTS.weights.map((weight, index) => (index === 2 ? 0.9 : weight));
    await recall.write((trx) =>
      trx
        .insertInto('fsrs_weights')
        .values({ id: 'own', person_id: person, weights: JSON.stringify(shorter), created_at: 1, is_active: 1 })
        .execute(),
    );
    const [ownJson, ownPlain] = await Promise.all([evaluate(home, '--json'), evaluate(home)]);
    const own = JSON.parse(ownJson.out) as {
      activeIsOwn: boolean;
      all: Record<'published' | 'active', { logLoss: number }>;
    };
    expect(own.activeIsOwn).toBe(true);
    expect(own.all.active.logLoss).toBeLessThan(own.all.published.logLoss);
    expect(ownPlain.out).toContain('  weights in use');
  } finally {
    await store.close();
  }
});

test('what cannot be measured is reported in one line', async () => {
  const { home, store } = await seeded();
  await store.close();
  const [nobody, nothing, empty, misused] = await Promise.all([
    evaluate(home, '--person', 'Alan'),
    evaluate(home, '--person', 'Grace', '--json'),
    evaluate(temporaryFolder()),
    evaluate(home, '--data', 'file'),
  ]);
  expect(nobody).toEqual({ code: 1, out: '', error: 'There is nobody named Alan.\n' });
  expect(nothing).toEqual({
    code: 1,
    out: '',
    error: 'Grace has recalled no point twice yet: there is nothing to measure.\n',
  });
  expect(empty).toMatchObject({ code: 1, out: '', error: expect.stringMatching(/^There are no data in /) as string });
  expect(misused).toMatchObject({ code: 2, error: expect.stringContaining('Usage: warren eval scheduling') as string });
});
