import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

export interface Completion {
  readonly value: string;
  readonly label: string;
  readonly description?: string;
}

/** Commands that Claude Code has itself and that do something where nobody looks at its screen. */
const BUILT_IN: Readonly<Record<string, string>> = {
  '/add-dir': 'Let it work in another folder too',
  '/agents': 'Subagents',
  '/clear': 'Begin a new conversation',
  '/compact': 'Make the conversation shorter',
  '/config': 'Settings',
  '/context': 'What fills the context window',
  '/cost': 'What the session has cost',
  '/export': 'Export the conversation',
  '/help': 'Help',
  '/init': 'Write a CLAUDE.md for this folder',
  '/mcp': 'MCP servers',
  '/memory': 'Edit what it remembers',
  '/model': 'Choose the model',
  '/permissions': 'What it may do without asking',
  '/resume': 'Go on with an earlier conversation',
  '/review': 'Review a change',
  '/rewind': 'Go back in the conversation',
  '/status': 'How it is set up',
  '/usage': 'What is left of the plan',
};
const MAX_OFFERED = 30;
const MAX_DESCRIPTION = 120;
const MAX_FILES = 500;
const MAX_READ = 4_000;

interface CommandFolders {
  /** The folder that it works in. */
  readonly folder: string;
  /** Its configuration folder, such as `~/.claude`. */
  readonly configuration: string;
}

/** The commands that begin with these characters: its own, and those of the folder and of the person. */
export async function completeCommand(query: string, { folder, configuration }: CommandFolders): Promise<Completion[]> {
  const own = await Promise.all(
    [path.join(folder, '.claude'), configuration].flatMap((place) => [
      commandsIn(path.join(place, 'commands')),
      skillsIn(path.join(place, 'skills')),
    ]),
  );
  const builtIn = Object.entries(BUILT_IN).map(([value, description]) => ({ value, label: value, description }));
  const all = [...own.flat(), ...builtIn];
  const words = query.replace(/^\//u, '').toLowerCase();
  const seen = new Set<string>();
  return all
    .filter(({ value }) => value.slice(1).toLowerCase().startsWith(words) && !seen.has(value) && seen.add(value))
    .toSorted((one, other) => one.value.localeCompare(other.value))
    .slice(0, MAX_OFFERED);
}

/** Files of Markdown, in folders that stand before a colon: `frontend/check.md` is `/frontend:check`. */
async function commandsIn(folder: string): Promise<Completion[]> {
  const files = await readdir(folder, { recursive: true }).catch(() => []);
  const named = files.filter((file) => file.endsWith('.md')).slice(0, MAX_FILES);
  return Promise.all(
    named.map(async (file) => {
      const value = `/${file.slice(0, -'.md'.length).split(path.sep).join(':')}`;
      return { value, label: value, description: await descriptionOf(path.join(folder, file)) };
    }),
  );
}

async function skillsIn(folder: string): Promise<Completion[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((entry) => entry.isDirectory()).slice(0, MAX_FILES);
  return Promise.all(
    folders.map(async ({ name }) => {
      const value = `/${name}`;
      return { value, label: value, description: await descriptionOf(path.join(folder, name, 'SKILL.md')) };
    }),
  );
}

/** What its front matter says that it is for, or its first line. */
async function descriptionOf(file: string): Promise<string> {
  const text = (await readFile(file, 'utf8').catch(() => '')).slice(0, MAX_READ);
  const said = /^description:\s*(.+)$/mu.exec(text)?.[1];
  const first = text.split('\n').find((line) => line.trim() !== '' && !line.startsWith('---')) ?? '';
  return (said ?? first).replaceAll(/^["'#\s]+|["'\s]+$/gu, '').slice(0, MAX_DESCRIPTION);
}
