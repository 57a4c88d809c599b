import { expect, test } from 'vitest';

import { proposedCommitMessage, readCommitMessage } from './commit-message.ts';

const file = (path: string, status: 'added' | 'changed' | 'renamed' = 'changed', oldPath: string | null = null) => ({
  path,
  status,
  oldPath,
});

test('a message is proposed from the names of files', () => {
  expect(proposedCommitMessage([])).toBe('');
  expect(proposedCommitMessage([file('src/a.ts')])).toBe('Update src/a.ts');
  expect(proposedCommitMessage([file('src/a.ts', 'added'), file('src/b.ts', 'added')])).toBe(
    'Add a.ts and b.ts\n\n- Add src/a.ts\n- Add src/b.ts',
  );
  const moved = [file('b.ts', 'renamed', 'a.ts'), file('c.ts')];
  expect(proposedCommitMessage(moved)).toBe('Update b.ts and c.ts\n\n- Rename a.ts to b.ts\n- Update c.ts');
  const many = Array.from({ length: 20 }, (_, at) => file(`src/deep/file-${at}.ts`));
  const [subject, , ...lines] = proposedCommitMessage(many).split('\n');
  expect({ subject, count: lines.length, last: lines.at(-1) }).toEqual({
    subject: 'Update 20 files in src/deep',
    count: 13,
    last: '- and 8 more',
  });
});

test.each([
  ['Fix the lease\n\nIt was kept too long.', 'Fix the lease\n\nIt was kept too long.'],
  ['Here it is:\n```text\nFix the lease\n```\nGood?', 'Fix the lease'],
  ['"Fix the lease"', 'Fix the lease'],
  ['  \n', ''],
])('the message in %j is read', (answer, message) => {
  expect(readCommitMessage(answer)).toBe(message);
});
