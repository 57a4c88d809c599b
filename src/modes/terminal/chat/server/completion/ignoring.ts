import { lstat } from 'node:fs/promises';
import path from 'node:path';

import { type IgnoreLevel, isIgnored, parseIgnoreRules } from '../../domain/ignore-rules.ts';
import { readHead } from './read-head.ts';

const MAX_BYTES = 131_072;

/** The entries that git ignores in one folder. */
export interface Ignoring {
  readonly folder: string;
  /** Names of the path from the top of the repository. */
  readonly names: readonly string[];
  readonly levels: readonly IgnoreLevel[];
  /** The folder itself is ignored, and so is everything in it. */
  readonly isAll: boolean;
}

/**
 * The rules for a folder: its repository's `.gitignore` files and `info/exclude`, or without a repository the folder's
 * own file, and the patterns that the person ignores everywhere. The files are only read: git would run commands that
 * the repository's configuration names.
 */
export async function ignoringAt(folder: string, everywhere: string | null): Promise<Ignoring> {
  const top = (await topOf(folder)) ?? folder;
  const exclude = await readHead(path.join(top, '.git', 'info', 'exclude'), MAX_BYTES);
  const levels = [{ depth: 0, rules: parseIgnoreRules(`${everywhere ?? ''}\n${exclude}`) }];
  let ignoring = await withOwn({ folder: top, names: [], levels, isAll: false });
  for (const name of path.relative(top, folder).split(path.sep).filter(Boolean))
    ignoring = await ignoringIn(ignoring, name);
  return ignoring;
}

export const ignoringIn = (above: Ignoring, name: string): Promise<Ignoring> =>
  withOwn({
    ...above,
    folder: path.join(above.folder, name),
    names: [...above.names, name],
    isAll: ignores(above, name, true),
  });

export const ignores = ({ names, levels, isAll }: Ignoring, name: string, isFolder: boolean): boolean =>
  isAll || name === '.git' || isIgnored(levels, [...names, name], isFolder);

async function withOwn(ignoring: Ignoring): Promise<Ignoring> {
  if (ignoring.isAll) return ignoring;
  const rules = parseIgnoreRules(await readHead(path.join(ignoring.folder, '.gitignore'), MAX_BYTES));
  if (rules.length === 0) return ignoring;
  return { ...ignoring, levels: [...ignoring.levels, { depth: ignoring.names.length, rules }] };
}

/** The top folder of the repository that contains a folder; null outside of repositories. */
async function topOf(folder: string): Promise<string | null> {
  for (let at = folder; ; at = path.dirname(at)) {
    const hasGit = await lstat(path.join(at, '.git')).then(
      () => true,
      () => false,
    );
    if (hasGit) return at;
    if (at === path.dirname(at)) return null;
  }
}
