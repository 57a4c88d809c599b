import { count } from '#elements/web/text/figures.ts';

import type { Worktree } from '../../../changes/protocol.ts';
import { ignoredInWords, RemoveWorktree } from './remove-worktree.tsx';

interface MergedWorktreesProps {
  readonly worktrees: readonly Worktree[];
  readonly folder: string;
}

/** Worktrees of a repository whose commits are merged and that no session uses. */
export function MergedWorktrees({ worktrees, folder }: MergedWorktreesProps) {
  const unused = worktrees.filter(
    ({ isMain, isDone, removalTrouble, sessions }) =>
      !isMain && isDone && removalTrouble === null && sessions.length === 0,
  );
  if (unused.length === 0) return null;
  return (
    <details>
      <summary className="cursor-pointer text-sm text-ink-soft">
        {count(unused.length, 'merged worktree')} without a session
      </summary>
      <ul className="mt-2 flex max-h-[30dvh] flex-col gap-2 overflow-y-auto">
        {unused.map((worktree) => (
          <li key={worktree.path} className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
            <span className="flex-1 basis-52 [overflow-wrap:anywhere]">
              {worktree.branch ?? 'No branch'}
              <span className="block text-xs text-ink-faint">{worktree.path}</span>
              <span className="block text-xs text-ink-faint">{ignoredInWords(worktree)}</span>
            </span>
            <RemoveWorktree worktree={worktree} folder={folder} label={`Remove the worktree ${worktree.path}`}>
              Remove
            </RemoveWorktree>
          </li>
        ))}
      </ul>
    </details>
  );
}
