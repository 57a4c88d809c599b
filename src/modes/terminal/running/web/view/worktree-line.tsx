import { useQuery } from '@tanstack/react-query';

import type { Worktree } from '../../../changes/protocol.ts';
import { ignoredInWords, RemoveWorktree } from '../opening/remove-worktree.tsx';
import { worktreesQuery } from '../queries.ts';

/** Shows the worktree of a terminal, unless it is the main one, with a button that removes it. */
export function WorktreeLine({ folder }: { readonly folder: string }) {
  const { data } = useQuery(worktreesQuery(folder));
  const found = data?.worktrees.find(({ path }) => folder === path || folder.startsWith(`${path}/`));
  if (!found || found.isMain) return null;
  return (
    <div className="mt-3 text-sm text-ink-soft">
      <p>
        A worktree{found.branch === null ? '' : ` on the branch ${found.branch}`}. {standing(found)}
        {found.removalTrouble === null && ignoredInWords(found)}
      </p>
      {found.removalTrouble === null && (
        <RemoveWorktree worktree={found} folder={folder} className="mt-2">
          Remove the worktree
        </RemoveWorktree>
      )}
    </div>
  );
}

function standing({ isMerged, branch, removalTrouble }: Worktree): string {
  if (removalTrouble !== null) return removalTrouble;
  if (branch === null) return 'Everything in it is committed.';
  return isMerged ? 'The branch is merged and goes with it.' : 'The branch is not merged and stays.';
}
