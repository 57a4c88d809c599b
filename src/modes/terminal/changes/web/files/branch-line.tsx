import { count } from '#elements/web/text/figures.ts';

import type { ChangesAnswer } from '../../protocol.ts';

const UNDER_WAY = {
  merge: 'A merge is under way.',
  rebase: 'A rebase is under way.',
  'cherry-pick': 'A cherry-pick is under way.',
  revert: 'A revert is under way.',
  bisect: 'A bisection is under way.',
  patches: 'Patches are being applied.',
} as const;

/** The branch and its state or, without a repository, the basis of the list. */
export function BranchLine({ changes: { source, branch, note, files, isCut } }: { readonly changes: ChangesAnswer }) {
  const conflicts = files.filter(({ isConflicted }) => isConflicted).length;
  return (
    <div className="flex flex-col gap-0.5 text-xs text-ink-soft">
      {branch && (
        <p className="[overflow-wrap:anywhere]">
          {branch.name === null ? `No branch, at ${branch.commit ?? 'no commit'}` : `Branch ${branch.name}`}
          {branch.upstream !== null && relation(branch)}
        </p>
      )}
      {branch?.underWay && (
        <p className="text-warn">
          {UNDER_WAY[branch.underWay]} Finish it in the terminal.
          {conflicts > 0 && ` ${count(conflicts, 'file')} with conflicts.`}
        </p>
      )}
      {note !== null && source !== 'none' && <p>{note}</p>}
      {isCut && <p>Only the first {count(files.length, 'file')} are listed.</p>}
    </div>
  );
}

function relation({ upstream, ahead, behind }: NonNullable<ChangesAnswer['branch']>): string {
  const parts = [ahead ? `${ahead} ahead of` : '', behind ? `${behind} behind` : ''].filter(Boolean);
  if (parts.length > 0) return `, ${parts.join(' and ')} ${upstream}`;
  return ahead === null ? `, follows ${upstream}` : `, level with ${upstream}`;
}
