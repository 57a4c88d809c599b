import { lstatSync, realpathSync } from 'node:fs';
import path from 'node:path';

/**
 * The file of a transcript with all links resolved; null if it is not under the projects folder of the CLI, or is not
 * named after the session. The folder of a project can be a link to anywhere, because only the person can create one;
 * the file cannot be a link. The file and its parent folders need not exist yet.
 */
export function transcriptPath(given: string, claudeSession: string, projects: string): string | null {
  if (!path.isAbsolute(given) || given.includes('\0')) return null;
  const named = path.normalize(given);
  const resolved = resolveLinks(named);
  const root = resolveLinks(projects);
  const folder = path.dirname(named);
  const isInProject = resolveLinks(path.dirname(folder)) === root && path.dirname(resolved) === resolveLinks(folder);
  return (isInProject || resolved.startsWith(root + path.sep)) && path.basename(resolved) === `${claudeSession}.jsonl`
    ? resolved
    : null;
}

/** Resolves the existing part of a path. */
function resolveLinks(file: string): string {
  try {
    return realpathSync(file);
  } catch (error) {
    const above = path.dirname(file);
    // A link whose target is missing, or that is in a circle, could lead anywhere later.
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT' && !lstatSync(file, { throwIfNoEntry: false });
    if (!isMissing || above === file) return '';
    const parent = resolveLinks(above);
    return parent === '' ? '' : path.join(parent, path.basename(file));
  }
}
