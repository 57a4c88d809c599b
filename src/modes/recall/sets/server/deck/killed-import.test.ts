import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { expect, onTestFinished, test } from 'vitest';

import { basicCollection } from '../../../../../../fixtures/anki/collection.ts';
import { ankiPackage } from '../../../../../../fixtures/anki/write-package.ts';
import { temporaryFolder } from '../../../../../../fixtures/database/temporary-folder.ts';
import { apiOf, startChildServer } from '../../../../../../fixtures/server/child-server.ts';
import type { SetSummary } from '../../protocol.ts';

/** Enough points that the import is still running when the server is killed. */
const NOTES = 4_000;

test('an import whose server is killed stays invisible, and the next start reverts it and removes its files', async () => {
  const home = temporaryFolder();
  const killed = await startChildServer({ home });
  const rows = rowsOf(home);
  const setsOf = (server: typeof killed) => apiOf(server)<{ sets: SetSummary[] }>('GET', '/api/recall/sets');
  const [seen, stored] = [await setsOf(killed), rows()];
  const words = Array.from({ length: NOTES }, (_, index) => [`Question ${index}`, `Answer ${index}`] as const);
  const sent = await fetch(`${killed.url}/api/recall/decks/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${killed.token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(ankiPackage(basicCollection(words), { form: 'anki21b' })),
  });
  const { file } = (await sent.json()) as { file: string };
  await apiOf(killed)('POST', `/api/recall/decks?file=${file}&name=large.apkg`);
  await expect.poll(() => rows().points, { interval: 5 }).toBeGreaterThan(stored.points);
  // On a busy machine the import could otherwise end before the request arrives.
  killed.process.kill('SIGSTOP');
  expect(rows()).toMatchObject({ writing: 1 });
  const asked = setsOf(killed);
  killed.process.kill('SIGCONT');
  const shown = await asked;
  await killed.kill();
  expect(shown).toEqual(seen);
  const temporary = path.join(home, 'temporary');
  expect(statSync(temporary).mode & 0o777).toBe(0o700);
  expect(readdirSync(temporary).map((name) => name.split('-')[0])).toEqual(expect.arrayContaining(['cards', 'deck']));
  expect(rows()).toMatchObject({ writing: 1 });

  const next = await startChildServer({ home });
  onTestFinished(() => next.kill());
  expect(await setsOf(next)).toEqual(seen);
  expect(readdirSync(temporary)).toEqual([]);
  await expect.poll(rows).toEqual(stored);
}, 180_000);

function rowsOf(home: string) {
  const database = new DatabaseSync(path.join(home, 'warren.db'), { readOnly: true });
  onTestFinished(() => database.close());
  const count = (from: string) => Number(database.prepare(`select count(*) as count from ${from}`).get()?.['count']);
  return () => ({
    writing: count("deck_imports where state = 'writing'"),
    imports: count('deck_imports'),
    sets: count('recall_sets'),
    points: count('recall_points'),
  });
}
