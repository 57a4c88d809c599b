import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import type { Completion } from './complete-command.ts';

const MAX_OFFERED = 30;
const MAX_FILES = 20_000;
const MAX_DEPTH = 6;
const LIST_WITHIN_MS = 2_000;
const MAX_LIST_BYTES = 8 * 1024 * 1024;
/** A list is used again for so long: each key asks for it. */
const KEPT_MS = 5_000;
const LEFT_OUT: ReadonlySet<string> = new Set(['node_modules', '.git']);
const run = promisify(execFile);
const kept = new Map<string, { readonly until: number; readonly files: Promise<readonly string[]> }>();

/** The files of a folder whose path has these characters; those whose name begins with them first. */
export async function completeFile(query: string, folder: string): Promise<Completion[]> {
  const words = query.toLowerCase();
  const files = await filesOf(folder);
  const rank = (file: string) => (path.basename(file).toLowerCase().startsWith(words) ? 0 : 1);
  return files
    .filter((file) => file.toLowerCase().includes(words))
    .toSorted((one, other) => rank(one) - rank(other) || one.length - other.length || one.localeCompare(other))
    .slice(0, MAX_OFFERED)
    .map((file) => ({ value: file, label: file }));
}

function filesOf(folder: string): Promise<readonly string[]> {
  const known = kept.get(folder);
  if (known && known.until > performance.now()) return known.files;
  const files = listFiles(folder);
  kept.clear();
  kept.set(folder, { until: performance.now() + KEPT_MS, files });
  return files;
}

/** What git knows and does not ignore; without git, what lies there. */
async function listFiles(folder: string): Promise<readonly string[]> {
  const parameters = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const options = { cwd: folder, timeout: LIST_WITHIN_MS, maxBuffer: MAX_LIST_BYTES };
  const listed = await run('git', parameters, options).catch(() => null);
  if (listed)
    return listed.stdout
      .split('\0')
      .filter((file) => file !== '')
      .slice(0, MAX_FILES);
  const found: string[] = [];
  await walk(folder, { folder, found, depth: 0 });
  return found;
}

interface Walk {
  readonly folder: string;
  readonly found: string[];
  readonly depth: number;
}

async function walk(top: string, { folder, found, depth }: Walk): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (found.length >= MAX_FILES || LEFT_OUT.has(entry.name)) continue;
    const place = path.join(folder, entry.name);
    if (entry.isFile()) found.push(path.relative(top, place));
    else if (entry.isDirectory() && depth < MAX_DEPTH) await walk(top, { folder: place, found, depth: depth + 1 });
  }
}
