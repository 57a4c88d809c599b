import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { Button } from '#elements/web/button.tsx';
import { useToast } from '#elements/web/toast.tsx';
import { messageOf } from '#http-client/web/api.ts';

import type { Worktree } from '../../../changes/protocol.ts';
import { removeWorktree, worktreesQuery } from '../queries.ts';

const SHOWN_IGNORED = 5;

/** The worktree that a terminal was opened in, if it is not the main one, and the way to remove it. */
export function WorktreeLine({ folder }: { readonly folder: string }) {
  const { data } = useQuery(worktreesQuery(folder));
  const queries = useQueryClient();
  const toast = useToast();
  const { mutate, isPending } = useMutation({
    mutationFn: removeWorktree,
    onError: (error) => toast({ text: messageOf(error) }),
    async onSuccess() {
      toast({ text: 'The worktree was removed.' });
      await queries.invalidateQueries({ queryKey: worktreesQuery(folder).queryKey });
    },
  });
  const found = data?.worktrees.find(({ path }) => folder === path || folder.startsWith(`${path}/`));
  if (!found || found.isMain) return null;
  return (
    <div className="mt-3 text-sm text-ink-soft">
      <p>
        A worktree{found.branch === null ? '' : ` on the branch ${found.branch}`}. {standing(found)}
        {found.removalTrouble === null && ignoredInWords(found)}
      </p>
      {found.removalTrouble === null && (
        <Button className="mt-2" isBusy={isPending} onClick={() => mutate(found.path)}>
          Remove the worktree
        </Button>
      )}
    </div>
  );
}

function ignoredInWords({ ignored }: Worktree): string {
  if (ignored.length === 0) return '';
  const more = ignored.length - SHOWN_IGNORED;
  return ` Ignored files in it are removed too: ${ignored.slice(0, SHOWN_IGNORED).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}

function standing({ isMerged, branch, removalTrouble }: Worktree): string {
  if (removalTrouble !== null) return removalTrouble;
  if (branch === null) return 'Everything in it is committed.';
  return isMerged ? 'The branch is merged and goes with it.' : 'The branch is not merged and stays.';
}
