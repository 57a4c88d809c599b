import { expect, test } from 'vitest';

import { fromNowOnInWords } from './from-now-on.ts';

test('a button names everything that is allowed from now on, or does not exist', () => {
  const rule = 'Do not ask again for Bash(npm test:*) in this folder, for you';
  expect(fromNowOnInWords('Allow', [rule])).toBe(
    'Allow, and do not ask again for Bash(npm test:*) in this folder, for you',
  );
  expect(fromNowOnInWords('Go ahead', ['Allow all edits in this session', 'Allow /srv in this session'])).toBe(
    'Go ahead, and allow all edits in this session, and allow /srv in this session',
  );
  expect(fromNowOnInWords('Allow', ['Do not ask again for Bash(rm \u202E) everywhere'])).toContain('⟨U+202E⟩');
  expect(fromNowOnInWords('Allow', [])).toBeNull();
  expect(fromNowOnInWords('Allow', [`Do not ask again for Bash(${'a'.repeat(200)}) everywhere`])).toBeNull();
});
