import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { temporaryFolder } from '../../../../../../fixtures/database/temporary-folder.ts';
import { completeCommand } from './complete-command.ts';

/** Creates a folder and a configuration with these files. */
function startWith(files: Readonly<Record<string, string>>) {
  const folder = temporaryFolder();
  const configuration = temporaryFolder();
  mkdirSync(path.join(folder, '.claude', 'commands'), { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    const file = name.startsWith('~/') ? path.join(configuration, name.slice(2)) : path.join(folder, '.claude', name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const complete = (query: string) => completeCommand(query, { folder, configuration });
  return { commands: path.join(folder, '.claude', 'commands'), complete };
}

test('the commands and skills of the folder and the person are listed with those of Claude Code', async () => {
  const { complete } = startWith({
    'commands/my/check.md': '---\ndescription: "Checks it"\n---\nCheck.',
    'commands/my-list.md': '# Lists all\n',
    '~/skills/my-skill/SKILL.md': '---\nname: x\ndescription: Knows it\n---',
    '~/skills/my-other/README.md': 'no skill',
    '~/skills/SKILL.md': 'no skill either',
    'commands/my-notes.txt': 'no command',
  });
  expect(await complete('/my')).toEqual([
    { value: '/my-list', label: '/my-list', description: 'Lists all' },
    { value: '/my-skill', label: '/my-skill', description: 'Knows it' },
    { value: '/my:check', label: '/my:check', description: 'Checks it' },
  ]);
  expect((await complete('/cos')).map(({ value }) => value)).toEqual(['/cost']);
});

test('pipes, devices and links in a hostile folder are neither read nor followed', async () => {
  const { commands, complete } = startWith({ 'commands/my-own.md': 'Mine' });
  for (let pipe = 0; pipe < 8; pipe += 1) execFileSync('mkfifo', [path.join(commands, `my-pipe${pipe}.md`)]);
  symlinkSync('/dev/zero', path.join(commands, 'my-zero.md'));
  for (const name of ['my-a', 'my-b']) symlinkSync('.', path.join(commands, name));
  expect((await complete('/my')).map(({ value }) => value)).toEqual(['/my-own']);
});

test('of a long file only its beginning is read', async () => {
  const { complete } = startWith({ 'commands/my-own.md': `${'x'.repeat(5_000)}\ndescription: too late\n` });
  expect(await complete('/my')).toMatchObject([{ description: 'x'.repeat(120) }]);
});
