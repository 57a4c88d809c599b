import { expect, test } from 'vitest';

import { fileNameOf } from './file-name-of.ts';

test('a file is named by its title, without what file systems refuse', () => {
  expect(fileNameOf('Kohle: 1/2 “billig”?', 'md')).toBe('Kohle 1 2 “billig”.md');
  expect(fileNameOf('../..\\x\u0000\u202e.', 'html')).toBe('x.html');
  expect(fileNameOf('  ', 'md')).toBe('Draft.md');
  expect(fileNameOf('x'.repeat(200), 'md')).toBe(`${'x'.repeat(80)}.md`);
});
