import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { temporaryFolder } from '../../../../../fixtures/database/temporary-folder.ts';
import { Changes } from '../../changes/server/changes.ts';
import { OldRecordings } from './old-recordings.ts';
import { recordingFile } from './terminal-files.ts';

const DAY = 86_400_000;
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

test('recordings that are too old are removed, and none while the clock is not trusted', async () => {
  const home = temporaryFolder();
  const [folder, uploads, kept] = ['recordings', 'chat-files', 'changes'].map((name) => path.join(home, name)) as [
    string,
    string,
    string,
  ];
  for (const each of [folder, uploads]) mkdirSync(each);
  const now = Date.now();
  for (const [name, ageDays] of [
    ['old', 40],
    ['new', 1],
  ] as const) {
    const file = recordingFile(folder, name);
    writeFileSync(file, 'words');
    mkdirSync(path.join(kept, name), { recursive: true });
    for (const each of [file, path.join(kept, name)])
      utimesSync(each, (now - ageDays * DAY) / 1_000, (now - ageDays * DAY) / 1_000);
  }
  const errors: unknown[] = [];
  const over = (settledNow: () => number | null) =>
    new OldRecordings({
      folder,
      uploads,
      changes: new Changes({ folder: kept, environment: () => ({}), now: () => now, log: SILENT }),
      limits: { maxAgeMs: 30 * DAY, maxTotalBytes: 1_000_000 },
      inUse: () => new Set(),
      onError: (error) => errors.push(error),
      settledNow,
    });
  await over(() => null).sweep();
  expect(readdirSync(folder)).toHaveLength(2);
  await over(() => now).sweep();
  expect(readdirSync(folder)).toEqual([path.basename(recordingFile(folder, 'new'))]);
  expect(readdirSync(kept)).toEqual(['new']);
  expect(errors).toEqual([]);
});
