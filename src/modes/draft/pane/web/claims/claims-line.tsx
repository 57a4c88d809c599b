import { count } from '#elements/web/text/figures.ts';

import type { DraftVersion } from '../../../protocol.ts';
import { type Flag, reasonOf } from '../../domain/flags.ts';

export type ClaimList = 'to-check' | 'unsupported';

interface ClaimsLineProps {
  readonly version: Pick<DraftVersion, 'claims'>;
  readonly flags: readonly Flag[];
  readonly open: ClaimList | null;
  readonly onOpen: (list: ClaimList | null) => void;
}

/** The state of the claims of a draft. The counts of those to look at open their list. */
export function ClaimsLine({ version: { claims }, flags, open, onOpen }: ClaimsLineProps) {
  const holding = claims.filter((claim) => reasonOf(claim) === null).length;
  const unsupported = flags.filter(({ claim }) => claim === null).length;
  const toCheck = flags.length - unsupported;
  const button = (list: ClaimList, words: string) => (
    <button
      type="button"
      aria-expanded={open === list}
      onClick={() => onOpen(open === list ? null : list)}
      className="min-h-[28px] rounded-small text-warn underline decoration-dotted underline-offset-4 hover:decoration-solid"
    >
      {words}
    </button>
  );
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-4 text-xs tabular-nums">
      <span className={`text-ink-faint ${toCheck + unsupported > 0 ? 'max-[999px]:hidden' : ''}`}>
        {claims.length === 0 ? 'No citations' : `${count(holding, 'claim')} ${holding === 1 ? 'holds' : 'hold'}`}
      </span>
      {toCheck > 0 && button('to-check', `${count(toCheck, 'claim')} to check`)}
      {unsupported > 0 && button('unsupported', `${count(unsupported, 'claim')} without a source`)}
    </span>
  );
}
