import { rmSync } from 'node:fs';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { AppError } from '#wire/error-kind.ts';

import { temporaryFolder } from '../../../fixtures/database/temporary-folder.ts';
import { openStore } from '../database/open-store.ts';
import { SettableWriteAccess } from '../database/write-guard.ts';
import { createReadiness } from './readiness.ts';

async function openHome() {
  const home = temporaryFolder();
  const store = await openStore({ home, databaseUrl: undefined });
  onTestFinished(() => store.close());
  const clock = { now: 0, isServing: true, isSilent: false, reads: 0 };
  const writeAccess = new SettableWriteAccess();
  const ask = createReadiness({
    database: {
      ...store,
      get read() {
        clock.reads += 1;
        return store.read;
      },
    },
    writeAccess,
    home,
    monotonic: () => clock.now,
    isServing: () => clock.isServing,
    isSilent: () => clock.isSilent,
  });
  return { home, ask, clock, writeAccess };
}

test('a server is ready while database, disk and folder answer, and leaves nothing behind', async () => {
  const { ask, clock } = await openHome();
  expect(await ask()).toEqual({ ok: true, problems: [] });
  clock.isSilent = true;
  clock.now = 2_000;
  expect(await ask()).toMatchObject({ ok: false, problems: [{ part: 'database' }] });
  clock.isServing = false;
  expect(await ask()).toMatchObject({ ok: false, problems: [{ part: 'server' }] });
});

test('repeated readiness requests query the database once a second', async () => {
  const { ask, clock } = await openHome();
  await Promise.all(Array.from({ length: 100 }, () => ask()));
  expect(clock.reads).toBe(1);
  clock.now = 1_001;
  await ask();
  expect(clock.reads).toBe(2);
});

test('a missing folder and a store that was taken over are reported', async () => {
  const { ask, home, clock, writeAccess } = await openHome();
  rmSync(path.join(home), { recursive: true });
  expect(await ask()).toMatchObject({
    ok: false,
    problems: [{ part: 'folder', message: expect.stringContaining('missing') }],
  });
  clock.now = 2_000;
  writeAccess.set(new AppError('store-failed', 'Another Warren has it.', { reason: 'taken-over' }));
  expect(await ask()).toEqual({ ok: false, problems: [{ part: 'database', message: 'Another Warren has it.' }] });
});
