import { History } from 'lucide-react';

import { Button } from '#elements/web/button.tsx';

import type { EarlierVersion } from '../../protocol.ts';
import { useBranches } from './branches-context.ts';

/** Leads to what a message said before it was edited. */
export function EarlierLine({ earlier }: { readonly earlier: EarlierVersion }) {
  const branches = useBranches();
  if (!branches) return null;
  return (
    <Button look="quiet" className="mb-1 self-end text-sm" onClick={() => branches.read(earlier)}>
      <History size={14} strokeWidth={1.6} aria-hidden="true" />
      An earlier version{answersOf(earlier)}
    </Button>
  );
}

function answersOf({ answers }: EarlierVersion): string {
  if (answers === 0) return ', not answered';
  return answers === 1 ? ', with its answer' : `, with its ${answers} answers`;
}
