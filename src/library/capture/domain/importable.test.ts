import { expect, test } from 'vitest';

import { whyLeftOut } from './importable.ts';

test('documents are imported regardless of the case of their extensions', () => {
  for (const path of ['notes/coal.md', 'a/B.PDF', 'x.docx', 'page.html', 'a.org', `T ${'0'.repeat(32)}.csv`])
    expect(whyLeftOut({ path, size: 1 })).toBeNull();
});

test('unreadable, hidden and empty files are left out', () => {
  expect(whyLeftOut({ path: 'notes/cat.jpg', size: 1 })).toBe('not a kind of file that Warren reads');
  expect(whyLeftOut({ path: 'notes/Letter.RTF', size: 1 })).toMatch(
    /^a document in RTF, which Warren does not read\. /,
  );
  expect(whyLeftOut({ path: 'notes/old.doc', size: 1 })).toContain('an old version of Word');
  expect(whyLeftOut({ path: 'notes/toString', size: 1 })).toBe('not a kind of file that Warren reads');
  expect(whyLeftOut({ path: 'notes/a.constructor', size: 1 })).toBe('not a kind of file that Warren reads');
  expect(whyLeftOut({ path: 'notes/LICENSE', size: 1 })).toBe('not a kind of file that Warren reads');
  expect(whyLeftOut({ path: 'data/rows.csv', size: 1 })).toBe('not a kind of file that Warren reads');
  expect(whyLeftOut({ path: 'notes/.obsidian/app.md', size: 1 })).toBe('hidden');
  expect(whyLeftOut({ path: 'notes/coal.md', size: 0 })).toBe('empty');
});
