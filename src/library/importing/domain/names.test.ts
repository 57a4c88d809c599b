import { expect, test } from 'vitest';

import { importKey } from './imported.ts';
import { bucketOfPath, titleOfPath } from './names.ts';

test('a file has the same key whichever system wrote its path', () => {
  expect(importKey('Vault', 'Café/./a.md')).toBe(importKey('Vault', 'Cafe\u0301\\a.md'));
  expect(importKey('Vault', 'a.md')).not.toBe(importKey('Vault', 'A.md'));
  expect(importKey('Vault', 'a.md')).not.toBe(importKey('Other', 'a.md'));
});

test('a top-level folder is a bucket, and a file at the top has none', () => {
  expect(bucketOfPath('Reading 0123456789abcdef0123456789abcdef/Deep/a.md')).toBe('Reading');
  expect(bucketOfPath('./a.md')).toBeNull();
  expect(bucketOfPath('Export-0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9/Private & Shared/Deep/a.md')).toBe('Deep');
  expect(bucketOfPath('Export-0a1b2c3d/a.md')).toBeNull();
  expect(bucketOfPath('Export-20240314/a.md')).toBe('Export-20240314');
});

test('a title is the name without its extension and without Notion’s id', () => {
  expect(titleOfPath('x/v1.2 notes.md')).toBe('v1.2 notes');
  expect(titleOfPath('x/A page 89abcdef0123456789abcdef01234567.html')).toBe('A page');
  expect(titleOfPath('x/.md')).toBe('.md');
});
