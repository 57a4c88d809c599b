import { expect, test } from 'vitest';

import { HOSTILE } from '../../../fixtures/anki/hostile.ts';
import { readWhole } from '../../../fixtures/anki/read-whole.ts';

test.each(HOSTILE)('$name: rejected with a remedy, or read without harm', async ({ bytes, outcome }) => {
  const given = bytes();
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
});
