const MAX_LENGTH = 40;

/** A name for a new branch, from a title: ASCII words joined by dashes, with a number if the name is taken. */
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

/** The folder of a branch's worktree, next to the main worktree. */
export function worktreeFolder(mainRoot: string, branch: string): string {
  return `${mainRoot}-${branch.replaceAll('/', '-')}`;
}
