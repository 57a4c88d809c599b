// @vitest-environment happy-dom
import { expect, test } from 'vitest';

import { promptBody } from './prompt-parts.ts';

const known = { title: 'warren', folder: '/work', isRunning: true, prompts: [], answered: null };
const bodyOf = (toolName: string, toolInput: object) =>
  promptBody(known, { permissionId: 'one', toolName, toolInput, agentId: null, at: 0, shown: '' })
    .map(({ textContent }) => textContent)
    .join('\n');

test('what a prompt hides is shown by its code, and a change of the last line break is said', () => {
  expect(bodyOf('Bash', { command: 'ls\u2028rm -rf ~\u202e' })).toContain('ls⟨U+2028⟩rm -rf ~⟨U+202E⟩');
  const edit = { file_path: '/work/a', old_string: 'x', new_string: 'x\n' };
  expect(bodyOf('Edit', edit)).toContain('It also changes whether the last line ends with a line break.');
  expect(bodyOf('Edit', { ...edit, new_string: 'y' })).not.toContain('It also changes');
});
