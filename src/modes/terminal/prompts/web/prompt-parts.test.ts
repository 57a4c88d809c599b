// @vitest-environment happy-dom
import { expect, test } from 'vitest';

import { promptBody } from './prompt-parts.ts';

const known = { title: 'warren', folder: '/work', isRunning: true, prompts: [], answered: null };
const bodyOf = (toolName: string, toolInput: object) =>
  promptBody(known, { permissionId: 'one', toolName, toolInput, suggestions: [], agentId: null, at: 0, shown: '' })
    .map(({ textContent }) => textContent)
    .join('\n');

const planOf = (plan: string) =>
  promptBody(known, {
    permissionId: 'one',
    toolName: 'ExitPlanMode',
    toolInput: { plan },
    suggestions: [],
    agentId: null,
    at: 0,
    shown: '',
  })[0]!;

test('hidden characters of a prompt are shown by their codes, and a change of the last line break is reported', () => {
  expect(bodyOf('Bash', { command: 'ls\u2028rm -rf ~\u202e' })).toContain('ls⟨U+2028⟩rm -rf ~⟨U+202E⟩');
  const edit = { file_path: '/work/a', old_string: 'x', new_string: 'x\n' };
  expect(bodyOf('Edit', edit)).toContain('It also changes whether the last line ends with a line break.');
  expect(bodyOf('Edit', { ...edit, new_string: 'y' })).not.toContain('It also changes');
});

test('a plan shows its headings, lists, code and emphasis, and all other characters', () => {
  const plan = [
    '# Plan',
    '',
    'Remove **`a*b.ts`** and *one* file of src/*/old/*/x, 2 * 3 * 4. See [this](https://example.org) <b>now</b>.',
    'It goes on.',
    '',
    '1. First',
    '   - inside, `**not bold**`',
    '   goes on',
    '',
    '   ```sh',
    '   rm -rf "$HOME"',
    '   ```',
    '3. Third',
    '- [ ] another kind',
    '',
    'The end\u202e',
    '```',
    '1. never closed',
  ].join('\n');
  const made = planOf(plan);
  expect(made.innerHTML).toBe(
    [
      '<h2>Plan</h2>',
      '<p>Remove <strong><code>a*b.ts</code></strong> and <em>one</em> file of src/*/old/*/x, 2 * 3 * 4. ',
      'See [this](https://example.org) &lt;b&gt;now&lt;/b&gt;.\nIt goes on.</p>',
      '<ol><li value="1">First<ul><li>inside, <code>**not bold**</code>\ngoes on',
      '<pre dir="ltr"><small>sh</small>rm -rf "$HOME"\n</pre></li></ul></li><li value="3">Third</li></ol>',
      '<ul><li>[ ] another kind</li></ul>',
      '<p>The end⟨U+202E⟩</p><pre dir="ltr">1. never closed\n</pre>',
    ].join(''),
  );
});

test('a table of a plan shows all of its cells, and other text stays as written', () => {
  const plan = [
    'Files:',
    'File | Lines | Why',
    ':--- | ---: | :-:',
    '`a|b` | 3 | **once** | more than the head',
    '| `c\\|d` | | twice\u202e |',
    'a last one',
    '',
    '- item',
    '  | In | it |',
    '  |---|---|',
    '  | 1 | 2 |',
    '- next',
    '',
    'a | b',
    '--- | --- | ---',
    '```',
    'x | y',
    '--|--',
    '```',
  ].join('\n');
  const rows = (table: Element) =>
    [...table.querySelectorAll('tr')].map((row) =>
      [...row.children].map(({ localName, textContent }) => `${localName} ${textContent}`),
    );
  const made = planOf(plan);
  const [first, second, ...more] = made.querySelectorAll('.table');
  expect(more).toEqual([]);
  expect(rows(first!)).toEqual([
    ['th File', 'th Lines', 'th Why'],
    ['td `a', 'td b`', 'td 3', 'td once', 'td more than the head'],
    ['td c|d', 'td ', 'td twice⟨U+202E⟩'],
    ['td a last one'],
  ]);
  expect([...first!.querySelectorAll('th')].map(({ style }) => style.textAlign)).toEqual(['left', 'right', 'center']);
  expect(first!.querySelector('strong')?.textContent).toBe('once');
  expect(second!.parentElement?.firstChild?.textContent).toBe('item');
  expect(rows(second!)).toEqual([
    ['th In', 'th it'],
    ['td 1', 'td 2'],
  ]);
  expect(made.textContent).toContain('a | b\n--- | --- | ---');
  expect(made.querySelector('pre')?.textContent).toBe('x | y\n--|--\n');
  expect(made.firstElementChild?.textContent).toBe('Files:');
});
