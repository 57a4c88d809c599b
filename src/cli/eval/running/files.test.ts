import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { temporaryFolder } from '../../../../fixtures/database/temporary-folder.ts';
import { requireResultsPath } from './files.ts';

test('results never overwrite the labelled data, whatever path names them', async () => {
  const folder = temporaryFolder();
  const data = path.join(folder, 'data.jsonl');
  writeFileSync(data, '{}');
  mkdirSync(path.join(folder, 'inner'));
  symlinkSync(data, path.join(folder, 'inner', 'link.jsonl'));
  symlinkSync(folder, path.join(folder, 'inner', 'folder'));
  linkSync(data, path.join(folder, 'second.jsonl'));
  const same = [
    data,
    path.relative(process.cwd(), data),
    `${folder}/inner/../data.jsonl`,
    path.join(folder, 'inner', 'link.jsonl'),
    path.join(folder, 'inner', 'folder', 'data.jsonl'),
    path.join(folder, 'second.jsonl'),
  ];
  for (const out of same)
    await expect(requireResultsPath(out, data)).rejects.toThrow(
      `${out} holds the labelled data. Name another file to write the results to.`,
    );
  await requireResultsPath(path.join(folder, 'results.jsonl'), data);
});
