import { expect, test } from 'vitest';

import { codeFolders } from './code-folders.ts';

function codeIn(...paths: string[]): readonly string[] {
  const isCode = codeFolders(paths);
  return paths.filter((path) => path.endsWith('.md') && isCode(path));
}

test('files beside or below a program’s manifest belong to the program, at any depth', () => {
  for (const mark of ['package.json', 'Cargo.toml', 'go.mod', 'Kiln.csproj', '.git/HEAD', '.git', 'pyproject.toml'])
    expect(
      codeIn('Ash.md', `work/kiln/${mark}`, 'work/kiln/DESIGN.md', 'work/kiln/docs/deep/a.md', 'work/b.md'),
    ).toEqual(['work/kiln/DESIGN.md', 'work/kiln/docs/deep/a.md']);
  expect(codeIn('Makefile', 'main.c', 'DESIGN.md')).toEqual(['DESIGN.md']);
  expect(codeIn('package.json', 'a.md', 'docs/b.md')).toEqual(['a.md', 'docs/b.md']);
});

test('notes under version control, a vault with tools and a book with a makefile remain the person’s own', () => {
  expect(codeIn('.git/HEAD', 'a.md', 'Deep/b.md')).toEqual([]);
  expect(codeIn('.obsidian/app.json', 'package.json', 'a.md', 'Deep/b.md')).toEqual([]);
  expect(codeIn('code/package.json', 'code/a.md', 'code/notes/.obsidian/app.json', 'code/notes/b.md')).toEqual([
    'code/a.md',
  ]);
  expect(codeIn('book/Makefile', 'book/one.md')).toEqual([]);
});
