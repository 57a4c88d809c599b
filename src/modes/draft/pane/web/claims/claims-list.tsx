import { X } from 'lucide-react';

import { IconButton } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';

import { withoutMarks } from '../../../text/domain/citations/marks.ts';
import type { Flag } from '../../domain/flags.ts';
import type { ClaimList } from './claims-line.tsx';

interface ClaimsListProps {
  readonly list: ClaimList;
  readonly text: string;
  readonly flags: readonly Flag[];
  readonly onGoTo: (index: number) => void;
  readonly onClose: () => void;
}

const TITLES: Readonly<Record<ClaimList, string>> = {
  'to-check': 'Claims to check',
  unsupported: 'Claims without a source',
};

/** The flagged claims of one kind, each with the reason. */
export function ClaimsList({ list, text, flags, onGoTo, onClose }: ClaimsListProps) {
  const shown = flags
    .map((flag, index) => ({ ...flag, index }))
    .filter(({ claim }) => (claim === null) === (list === 'unsupported'));
  return (
    <section
      aria-label={TITLES[list]}
      className="max-h-[40%] flex-none overflow-y-auto border-t border-line px-4 py-2 wide:px-6"
    >
      <div className="flex items-center gap-2">
        <h2 className="flex-1 text-sm font-semibold">{TITLES[list]}</h2>
        <IconButton label="Close the list" onClick={onClose}>
          <Icon of={X} />
        </IconButton>
      </div>
      <ul className="pb-1">
        {shown.map(({ start, end, reason, claim, index }) => (
          <li key={index} className="border-t border-line py-2 text-sm first:border-t-0">
            <button
              type="button"
              onClick={() => onGoTo(index)}
              className="max-w-[62ch] text-left font-serif text-read leading-snug underline-offset-2 [overflow-wrap:anywhere] hover:underline"
            >
              <span dir="auto">{withoutMarks(text.slice(start, end)).trim()}</span>
            </button>
            {claim && <p className="text-ink-soft">{`Source ${String(claim.number)}: ${reason}`}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
