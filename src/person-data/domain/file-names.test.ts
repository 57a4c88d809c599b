import { expect, test } from 'vitest';

import { FileNames } from './file-names.ts';

test('names that a file system can treat as equal get a number', () => {
  const names = new FileNames();
  expect(['Sleep', 'sleep', 'Sle:ep', 'Caf\u00e9', 'Cafe\u0301'].map((title) => names.next('x', title, '.md'))).toEqual(
    ['x/Sleep.md', 'x/sleep (2).md', 'x/Sle ep.md', 'x/Caf\u00e9.md', 'x/Caf\u00e9 (2).md'],
  );
  expect(names.next('y', 'Sleep', '.md')).toBe('y/Sleep.md');
});

test('a name fits the file system in any script', () => {
  const name = new FileNames().next('x', '\u8a9e'.repeat(80), '.md');
  expect(new TextEncoder().encode(name).length).toBeLessThan(215);
  expect(name).toMatch(/^x\/\u8a9e+\.md$/u);
});
