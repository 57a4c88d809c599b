import { count, figure } from '#elements/web/text/figures.ts';

import type { DraftVersion } from '../../../protocol.ts';
import { type Flag, reasonOf } from '../../domain/flags.ts';

export type ClaimList = 'to-check' | 'unsupported';

interface ClaimsLineProps {
  readonly version: Pick<DraftVersion, 'claims'>;
  readonly flags: readonly Flag[];
  readonly open: ClaimList | null;
  readonly onOpen: (list: ClaimList | null) => void;
}

/** The state of a draft's claims. The counts of flagged claims open their list. */
export function ClaimsLine({ version: { claims }, flags, open, onOpen }: ClaimsLineProps) {
  const holding = claims.filter((claim) => reasonOf(claim) === null).length;
  const unsupported = flags.filter(({ claim }) => claim === null).length;
  const toCheck = flags.length - unsupported;
  const button = (list: ClaimList, number: number, words: string) => (
    <button
      type="button"
      aria-expanded={open === list}
      onClick={() => onOpen(open === list ? null : list)}
      className="min-h-[28px] rounded-small whitespace-nowrap text-warn underline decoration-dotted underline-offset-4 hover:decoration-solid"
    >
      {figure(number)}
      <span className="max-[999px]:hidden">{number === 1 ? ' claim' : ' claims'}</span> {words}
    </button>
  );
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-4 text-xs tabular-nums">
      <span className={`text-ink-faint ${toCheck + unsupported > 0 ? 'max-[999px]:hidden' : ''}`}>
        {claims.length === 0 ? 'No citations' : `${count(holding, 'claim')} ${holding === 1 ? 'holds' : 'hold'}`}
      </span>
      {toCheck > 0 && button('to-check', toCheck, 'to check')}
      {unsupported > 0 && button('unsupported', unsupported, 'without a source')}
    </span>
  );
}
