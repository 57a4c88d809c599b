import path from 'node:path';

import { trimEnd, trimStart } from '#text/domain/trim-ends.ts';

import type { Completion } from '../../protocol.ts';
import { BUILT_IN } from './built-in-commands.ts';
import { filesBelow, keptBriefly } from './files-below.ts';
import { readHead } from './read-head.ts';

/** Commands that the menu lists only under another name. */
const OTHER_NAMES = { '/cost': 'What the session has cost', '/quit': 'Exit the CLI' };
const MAX_OFFERED = 100;
const MAX_DESCRIPTION = 120;
const MAX_FILES = 500;
const MAX_DEPTH = 4;
const MAX_READ = 4_096;

interface CommandFolders {
  readonly folder: string;
  /** Claude Code's configuration folder, such as `~/.claude`. */
  readonly configuration: string;
}

/** The commands that begin with `query`: Claude Code's own, and those of the folder and the person. */
export async function completeCommand(query: string, { folder, configuration }: CommandFolders): Promise<Completion[]> {
  const own = await Promise.all(
    [path.join(folder, '.claude'), configuration].flatMap((place) => [
      commandsIn(path.join(place, 'commands')),
      skillsIn(path.join(place, 'skills')),
    ]),
  );
  const builtIn = Object.entries({ ...BUILT_IN, ...OTHER_NAMES }).map(([value, description]) => ({
    value,
    label: value,
    description,
  }));
  const all = [...own.flat(), ...builtIn];
  const words = query.replace(/^\//u, '').toLowerCase();
  const seen = new Set<string>();
  return all
    .filter(({ value }) => value.slice(1).toLowerCase().startsWith(words) && !seen.has(value) && seen.add(value))
    .toSorted((one, other) => one.value.localeCompare(other.value))
    .slice(0, MAX_OFFERED);
}

/** Markdown files; their folders become a prefix with colons: `frontend/check.md` is `/frontend:check`. */
const commandsIn = keptBriefly(async (folder) => {
  const isWanted = (name: string) => name.endsWith('.md');
  const files = await filesBelow(folder, { maxFiles: MAX_FILES, maxDepth: MAX_DEPTH, isWanted });
  return describedBy(folder, files, (file) => file.slice(0, -'.md'.length).split(path.sep).join(':'));
});

/** Each skill is a folder with a file that describes it. */
const skillsIn = keptBriefly(async (folder) => {
  const isWanted = (name: string) => name === 'SKILL.md';
  const files = await filesBelow(folder, { maxFiles: MAX_FILES, maxDepth: 1, isWanted });
  const inFolders = files.filter((file) => path.dirname(file) !== '.');
  return describedBy(folder, inFolders, (file) => path.dirname(file));
});

const describedBy = (folder: string, files: readonly string[], nameOf: (file: string) => string) =>
  Promise.all(
    files.map(async (file): Promise<Completion> => {
      const value = `/${nameOf(file)}`;
      return { value, label: value, description: await descriptionOf(path.join(folder, file)) };
    }),
  );

/** The description in its front matter, or its first line. */
async function descriptionOf(file: string): Promise<string> {
  const text = await readHead(file, MAX_READ);
  const said = /^description:\s*(\S.*)$/mu.exec(text)?.[1];
  const first = text.split('\n').find((line) => line.trim() !== '' && !line.startsWith('---')) ?? '';
  return trimEnd(trimStart(said ?? first, /["'#\s]/u), /["'\s]/u).slice(0, MAX_DESCRIPTION);
}
