import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { HOSTILE } from '../../../fixtures/anki/hostile.ts';
import { readWhole } from '../../../fixtures/anki/read-whole.ts';

const before = process.env['TMPDIR'];
const folder = mkdtempSync(path.join(tmpdir(), 'warren-hostile-'));
afterAll(() => {
  if (before === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = before;
  rmSync(folder, { recursive: true, force: true });
});

test.each(HOSTILE)('$name: refused with what to do, or read without harm', async ({ bytes, outcome }) => {
  const given = bytes();
  process.env['TMPDIR'] = folder;
  const found = await readWhole(given).catch((error: unknown) => error as Error);
  if (typeof outcome === 'number') {
    if (found instanceof Error) throw found;
    expect(found.points).toHaveLength(outcome);
    expect(JSON.stringify(found.points).isWellFormed()).toBe(true);
    if (outcome === 0) expect(found.left.length).toBeGreaterThan(0);
  } else
    expect(found).toMatchObject({
      name: 'AppError',
      kind: 'refused',
      message: expect.stringMatching(outcome) as string,
    });
  // Nothing is left behind.
  expect(readdirSync(folder)).toEqual([]);
});
