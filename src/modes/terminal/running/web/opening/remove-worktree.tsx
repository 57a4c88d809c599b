import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { useToast } from '#elements/web/toast.tsx';
import { messageOf } from '#http-client/web/api.ts';

import type { Worktree } from '../../../changes/protocol.ts';
import { removeWorktree, worktreesQuery } from '../queries.ts';

interface RemoveWorktreeProps {
  readonly worktree: Worktree;
  /** The folder whose worktrees are listed. */
  readonly folder: string;
  readonly className?: string;
  readonly label?: string;
  readonly children: string;
}

/** Removes a worktree. Asks first if it contains files that git ignores, because no commit has them. */
export function RemoveWorktree({ worktree, folder, className = '', label, children }: RemoveWorktreeProps) {
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
  const [isAsked, setAsked] = useState(false);
  const remove = () => mutate(worktree.path);
  const press = worktree.ignored.length > 0 ? () => setAsked(true) : remove;
  // Keep replaces the first button, so that a double press removes nothing.
  return (
    <span className={`inline-flex flex-wrap gap-2 ${className}`}>
      <Button
        aria-label={isAsked ? undefined : label}
        isBusy={isPending}
        onClick={isAsked ? () => setAsked(false) : press}
      >
        {isAsked ? 'Keep' : children}
      </Button>
      {isAsked && (
        <Button isBusy={isPending} onClick={remove}>
          Remove with ignored files
        </Button>
      )}
    </span>
  );
}

const SHOWN_IGNORED = 5;

/** The uncommitted files that are removed with a worktree. */
export function ignoredInWords({ ignored }: Worktree): string {
  if (ignored.length === 0) return '';
  const more = ignored.length - SHOWN_IGNORED;
  return ` Ignored files in it are removed too: ${ignored.slice(0, SHOWN_IGNORED).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}
