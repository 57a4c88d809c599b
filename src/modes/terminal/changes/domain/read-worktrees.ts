export interface ListedWorktree {
  readonly path: string;
  readonly commit: string | null;
  readonly branch: string | null;
  readonly isBare: boolean;
  readonly isLocked: boolean;
  readonly isMissing: boolean;
}

/**
 * Parses the output of `git worktree list --porcelain`, with NUL or line feeds as separators. The main worktree is
 * first.
 */
export function readWorktrees(printed: string): readonly ListedWorktree[] {
  const end = printed.includes('\0') ? '\0' : '\n';
  return printed
    .split(`${end}${end}`)
    .filter((block) => block.startsWith('worktree '))
    .map((block) => {
      const lines = block.split(end);
      const valueOf = (name: string) => lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1);
      const has = (name: string) => lines.some((line) => line === name || line.startsWith(`${name} `));
      return {
        path: valueOf('worktree') ?? '',
        commit: valueOf('HEAD') ?? null,
        branch: valueOf('branch')?.replace(/^refs\/heads\//u, '') ?? null,
        isBare: has('bare'),
        isLocked: has('locked'),
        isMissing: has('prunable'),
      };
    });
}
