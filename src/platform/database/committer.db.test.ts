import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { Kysely } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';

import { AppError } from '#wire/error-kind.ts';

import { temporaryFolder } from '../../../fixtures/database/temporary-folder.ts';
import { createCommitter } from './committer.ts';
import { nodeSqliteDialect } from './engines/sqlite-dialect.ts';

interface Tables {
  notes: { text: string };
}

function openCounted() {
  const file = path.join(temporaryFolder(), 'notes.db');
  const connection = new DatabaseSync(file);
  onTestFinished(() => connection.close());
  connection.exec('pragma journal_mode = wal; create table notes (text text not null unique)');
  let commits = 0;
  const db = new Kysely<Tables>({
    dialect: nodeSqliteDialect(connection, 'writer'),
    log: (event) => {
      if (event.query.sql === 'commit') commits += 1;
    },
  });
  const committer = createCommitter(db);
  return {
    close: () => committer.close(),
    commits: () => commits,
    put: (text: string) => committer.write((trx) => trx.insertInto('notes').values({ text }).execute()),
    write: committer.write.bind(committer),
    stored: () =>
      connection
        .prepare('select text from notes order by text')
        .all()
        .map((row) => row['text']),
  };
}

test('concurrent writes share a commit', async () => {
  const notes = openCounted();
  await Promise.all(Array.from({ length: 80 }, (_, index) => notes.put(`${index}`)));
  expect(notes.stored()).toHaveLength(80);
  expect(notes.commits()).toBe(1);
});

test('a session that another object has moved on fails only its own write', async () => {
  const notes = openCounted();
  const taken = notes.write(async (trx) => {
    await trx.insertInto('notes').values({ text: 'taken over' }).execute();
    throw new AppError('store-failed', 'Taken over.', { reason: 'log-moved' });
  });
  const [lost, ...others] = await Promise.allSettled([taken, notes.put('before'), notes.put('after')]);
  expect(lost).toMatchObject({ status: 'rejected', reason: { detail: { reason: 'log-moved' } } });
  expect(others.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  expect(notes.stored()).toEqual(['after', 'before']);
});

test('a write settles only after its commit', async () => {
  const notes = openCounted();
  const order: string[] = [];
  const slow = notes.write(async (trx) => {
    await trx.insertInto('notes').values({ text: 'slow' }).execute();
    order.push('second job ran');
  });
  await Promise.all([slow, notes.put('fast').then(() => order.push(`settled after ${notes.commits()} commit`))]);
  expect(order).toEqual(['second job ran', 'settled after 1 commit']);
});

test('writes that arrive during a commit share the next one', async () => {
  const notes = openCounted();
  const further: Promise<unknown>[] = [];
  await notes.write(async (trx) => {
    await trx.insertInto('notes').values({ text: 'first' }).execute();
    for (let index = 0; index < 20; index += 1) further.push(notes.put(`later ${index}`));
  });
  await Promise.all(further);
  expect(notes.commits()).toBe(2);
});

test('a failing write is rolled back without affecting others', async () => {
  const notes = openCounted();
  const results = await Promise.allSettled([notes.put('a'), notes.put('a'), notes.put('b')]);
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(notes.stored()).toEqual(['a', 'b']);
  expect(notes.commits()).toBe(1);
});

test('a lone write that throws rejects with its error', async () => {
  const notes = openCounted();
  const failure = new Error('changed my mind');
  await expect(
    notes.write(async (trx) => {
      await trx.insertInto('notes').values({ text: 'a' }).execute();
      throw failure;
    }),
  ).rejects.toBe(failure);
  await notes.put('b');
  expect(notes.stored()).toEqual(['b']);
});

test('close waits for pending writes', async () => {
  const notes = openCounted();
  const writing = notes.put('a');
  await notes.close();
  expect(notes.stored()).toEqual(['a']);
  await writing;
  await expect(notes.put('b')).rejects.toMatchObject({ kind: 'stopping' });
});

test('a Date is refused rather than bound as named parameters', async () => {
  const notes = openCounted();
  await expect(notes.put(new Date(0) as unknown as string)).rejects.toThrow('not a Date');
});
