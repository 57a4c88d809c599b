import { useQuery } from '@tanstack/react-query';

import { storedText } from '#elements/web/page/stored.ts';
import { TextField } from '#elements/web/text-field.tsx';

import { branchFrom } from '../../../changes/domain/branch-names.ts';
import type { WorktreeProposal } from '../../../changes/protocol.ts';
import { worktreeProposalQuery, worktreesQuery } from '../queries.ts';
import { MergedWorktrees } from './merged-worktrees.tsx';

/** The person's choice for sessions of one repository, in this dialog. */
export interface ChosenWorktree {
  readonly repository: string;
  readonly isWanted: boolean;
  /** The branch that the person typed. Without one, the branch is named after the session. */
  readonly written: string | null;
}

interface WorktreeChoiceProps {
  readonly folder: string;
  /** The name of the session. */
  readonly name: string;
  /** The error for the branch. */
  readonly problem: string | undefined;
  readonly chosen: ChosenWorktree | null;
  readonly onChoose: (chosen: ChosenWorktree) => void;
}

/** Whether the last session of this repository began in a new worktree, in this browser. */
const chosenBefore = (repository: string) => storedText('localStorage', `warren.worktree.${repository}`);

/** The branch of the new worktree; null if none is wanted. */
export function branchOf(
  { repository, proposal }: WorktreeProposal,
  { name, chosen }: Pick<WorktreeChoiceProps, 'name' | 'chosen'>,
): string | null {
  if (!repository || !proposal) return null;
  const own = chosen?.repository === repository.id ? chosen : null;
  if (!(own?.isWanted ?? chosenBefore(repository.id).read() !== null)) return null;
  return own?.written ?? branchFrom(name, new Set(proposal.branches));
}

/** Begins the session in a new worktree of the repository, with a new branch. */
export function WorktreeChoice({ folder, name, problem, chosen, onChoose }: WorktreeChoiceProps) {
  const { data } = useQuery(worktreeProposalQuery(folder));
  const { data: known } = useQuery(worktreesQuery(folder));
  if (!data?.repository) return null;
  const { repository, proposal, trouble } = data;
  if (proposal === null)
    return trouble === null ? null : <p className="text-sm text-ink-faint">No worktree can be made here. {trouble}</p>;
  const branch = branchOf(data, { name, chosen });
  const choose = (isWanted: boolean) => {
    chosenBefore(repository.id).write(isWanted ? 'new' : null);
    onChoose({ repository: repository.id, isWanted, written: null });
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
          onChange={(event) => onChoose({ repository: repository.id, isWanted: true, written: event.target.value })}
        />
      )}
      {known && <MergedWorktrees worktrees={known.worktrees} folder={folder} />}
    </div>
  );
}
