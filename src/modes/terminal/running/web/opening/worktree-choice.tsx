import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';

import { storedText } from '#elements/web/page/stored.ts';
import { TextField } from '#elements/web/text-field.tsx';

import { worktreesQuery } from '../queries.ts';

interface WorktreeChoiceProps {
  readonly folder: string;
  /** What is wrong with the branch. */
  readonly problem: string | undefined;
  /** The branch of the new worktree; null where none is wanted. */
  readonly branch: string | null;
  readonly onBranch: (branch: string | null) => void;
}

/** Whether the person began the last session of this repository in a worktree of its own, in this browser. */
const chosenBefore = (repository: string) => storedText('localStorage', `warren.worktree.${repository}`);

/** Begins the session beside the others of a repository: on a branch of its own, in a folder of its own. */
export function WorktreeChoice({ folder, problem, branch, onBranch }: WorktreeChoiceProps) {
  const { data } = useQuery(worktreesQuery(folder));
  const repository = data?.repository?.id ?? null;
  const proposal = data?.proposal ?? null;
  const propose = useEffectEvent(() => {
    const isWanted = repository !== null && proposal !== null && chosenBefore(repository).read() !== null;
    onBranch(isWanted ? proposal.branch : null);
  });
  useEffect(() => propose(), [repository]);
  if (!data || repository === null) return null;
  if (proposal === null)
    return data.trouble === null ? null : (
      <p className="text-sm text-ink-faint">No worktree can be made here. {data.trouble}</p>
    );
  const choose = (isWanted: boolean) => {
    chosenBefore(repository).write(isWanted ? 'new' : null);
    onBranch(isWanted ? proposal.branch : null);
  };
  return (
    <div className="flex flex-col gap-3">
      <label className="flex items-center gap-2 text-sm">
        <input type="checkbox" checked={branch !== null} onChange={(event) => choose(event.target.checked)} />
        In a new worktree, on a branch of its own
      </label>
      {branch !== null && (
        <TextField
          label="Branch"
          value={branch}
          problem={problem}
          spellCheck={false}
          autoCapitalize="off"
          help={`Its folder: ${proposal.folder.replace('{branch}', branch.replaceAll('/', '-'))}`}
          onChange={(event) => onBranch(event.target.value)}
        />
      )}
    </div>
  );
}
