const MAX_LENGTH = 40;

/** A name for a new branch from a title: words with dashes, in ASCII, and a number where it is taken. */
export function branchFrom(title: string, taken: ReadonlySet<string>): string {
  const words = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, '-');
  const name = words.slice(0, MAX_LENGTH).replace(/^-/u, '').replace(/-$/u, '') || 'session';
  for (let count = 1; ; count += 1) {
    const numbered = count === 1 ? name : `${name}-${count}`;
    if (!taken.has(numbered)) return numbered;
  }
}

/** The folder of a branch, beside the main worktree. */
export function worktreeFolder(mainRoot: string, branch: string): string {
  return `${mainRoot}-${branch.replaceAll('/', '-')}`;
}
