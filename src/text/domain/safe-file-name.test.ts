import { expect, test } from 'vitest';

import { safeFileName } from './safe-file-name.ts';

test('a file is named by its title, without characters that file systems reject', () => {
  expect(safeFileName('Kohle: 1/2 “billig”?', 'x')).toBe('Kohle 1 2 “billig”');
  expect(safeFileName('../..\\x\u0000\u202e.', 'y')).toBe('x');
  expect(safeFileName('  ', 'Draft')).toBe('Draft');
  expect(safeFileName('x'.repeat(200), 'y')).toBe('x'.repeat(80));
});

test('names of Windows devices are changed', () => {
  expect(['CON', 'nul.txt', 'Com1', 'console', 'auxiliary'].map((title) => safeFileName(title, 'x'))).toEqual([
    'CON_',
    'nul_.txt',
    'Com1_',
    'console',
    'auxiliary',
  ]);
});
