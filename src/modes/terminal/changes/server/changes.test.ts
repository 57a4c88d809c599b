import { existsSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { temporaryFolder } from '../../../../../fixtures/database/temporary-folder.ts';
import { isGitMissing, writeFiles } from '../../../../../fixtures/terminal/git-repository.ts';
import type { Hook } from '../../hooks/domain/read-hook.ts';
import { Changes } from './changes.ts';

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

test('the person’s global ignore patterns are read as git reads them', async () => {
  const home = temporaryFolder();
  const folder = path.join(home, 'changes');
  const PATH = process.env['PATH'] ?? '';
  const read = async (environment: Readonly<Record<string, string>>) => {
    const changes = new Changes({ folder, environment: () => environment, now: () => 7, log: SILENT });
    const excludes = await changes.excludes();
    await changes.close();
    return excludes;
  };
  expect(await read({ PATH, HOME: home })).toBeNull();
  writeFiles(home, { '.config/git/ignore': '*.usual\n', 'other/git/ignore': '*.other\n' });
  expect(await read({ PATH, HOME: home })).toBe('*.usual\n');
  expect(await read({ PATH: '/nowhere', HOME: home, XDG_CONFIG_HOME: path.join(home, 'other') })).toBe('*.other\n');
  if (isGitMissing) return;
  writeFiles(home, {
    '.gitconfig': '[include]\n\tpath = included\n',
    included: '[core]\n\texcludesFile = ~/named\n',
    named: '*.named\n',
  });
  expect(await read({ PATH, HOME: home })).toBe('*.named\n');
});

test('a prompt begins a turn, and a file is copied before a tool changes it', async () => {
  const home = temporaryFolder();
  const work = path.join(home, 'work');
  writeFiles(work, { 'edited.txt': 'a\n', 'notebook.ipynb': '{}\n', 'read.txt': 'r\n' });
  const problems: unknown[] = [];
  const log = { info: () => undefined, warn: () => undefined, error: (...said: unknown[]) => void problems.push(said) };
  const changes = new Changes({ folder: path.join(home, 'changes'), environment: () => ({}), now: () => 7, log });
  const hear = async (...hooks: readonly object[]) => {
    for (const hook of hooks) changes.hear('session', work, { session_id: 'cli', ...hook } as Hook);
    await changes.settle();
  };
  const prompt = { hook_event_name: 'UserPromptSubmit', prompt: 'Change them' };
  const tool = (name: string, input: object) => ({
    hook_event_name: 'PreToolUse',
    tool_name: name,
    tool_input: input,
    tool_use_id: 'x',
  });
  changes.began('session', work);
  await hear(prompt, { ...prompt, prompt: 'of a subagent', agent_id: 'a' }, { ...prompt, isOther: true });
  await hear(
    tool('Edit', { file_path: path.join(work, 'edited.txt') }),
    tool('NotebookEdit', { notebook_path: path.join(work, 'notebook.ipynb') }),
    tool('Write', { file_path: path.join(work, 'new.txt') }),
    tool('Write', { file_path: path.join(home, 'beyond.txt') }),
    tool('Read', { file_path: path.join(work, 'read.txt') }),
    tool('Edit', { file_path: 7 }),
    tool('Edit', { nothing: true }),
  );
  writeFiles(work, { 'edited.txt': 'b\n', 'notebook.ipynb': '{ }\n', 'new.txt': 'n\n', 'read.txt': 's\n' });
  writeFiles(home, { 'beyond.txt': 'b\n' });
  const own = await changes.of('session', work);
  const { turns, files, source } = await own.list('turn');
  expect({ turns, source }).toEqual({ turns: [{ turn: 1, at: 7, prompt: 'Change them' }], source: 'copies' });
  expect(files.map(({ path: name, status }) => `${status} ${name}`)).toEqual([
    'changed edited.txt',
    'added new.txt',
    'changed notebook.ipynb',
  ]);
  await changes.remove('session');
  expect(existsSync(path.join(home, 'changes/session'))).toBe(false);
  await changes.close();
  expect(problems).toEqual([]);
});
