import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';

import { storedText } from '#elements/web/page/stored.ts';
import { TextField } from '#elements/web/text-field.tsx';

import { branchFrom } from '../../../changes/domain/branch-names.ts';
import { worktreesQuery } from '../queries.ts';
import { MergedWorktrees } from './merged-worktrees.tsx';

interface WorktreeChoiceProps {
  readonly folder: string;
  /** Of the session: the branch is named after it, until the person writes another. */
  readonly name: string;
  /** What is wrong with the branch. */
  readonly problem: string | undefined;
  /** The branch of the new worktree; null where none is wanted. */
  readonly branch: string | null;
  readonly onBranch: (branch: string | null) => void;
}

/** Whether the person began the last session of this repository in a worktree of its own, in this browser. */
const chosenBefore = (repository: string) => storedText('localStorage', `warren.worktree.${repository}`);

/** Begins the session beside the others of a repository: on a branch of its own, in a folder of its own. */
export function WorktreeChoice({ folder, name, problem, branch, onBranch }: WorktreeChoiceProps) {
  const { data } = useQuery(worktreesQuery(folder));
  const repository = data?.repository?.id ?? null;
  const proposal = data?.proposal ?? null;
  const proposed = proposal && branchFrom(name, new Set(proposal.branches));
  const [isWritten, setWritten] = useState(false);
  const propose = useEffectEvent(() => {
    const isWanted = repository !== null && chosenBefore(repository).read() !== null;
    onBranch(isWanted ? proposed : null);
  });
  useEffect(() => propose(), [repository]);
  const follow = useEffectEvent(() => {
    if (branch !== null && !isWritten) onBranch(proposed);
  });
  useEffect(() => follow(), [proposed]);
  if (!data || repository === null) return null;
  if (proposal === null)
    return data.trouble === null ? null : (
      <p className="text-sm text-ink-faint">No worktree can be made here. {data.trouble}</p>
    );
  const choose = (isWanted: boolean) => {
    chosenBefore(repository).write(isWanted ? 'new' : null);
    setWritten(false);
    onBranch(isWanted ? proposed : null);
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
          onChange={(event) => {
            setWritten(true);
            onBranch(event.target.value);
          }}
        />
      )}
      <MergedWorktrees worktrees={data.worktrees} folder={folder} />
    </div>
  );
}
