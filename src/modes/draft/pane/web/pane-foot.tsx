import type { DraftSummary, DraftVersion } from '../../protocol.ts';
import type { Flag } from '../domain/flags.ts';
import { ClaimsLine, type ClaimList } from './claims/claims-line.tsx';
import { DraftMenu } from './draft-menu.tsx';

interface PaneFootProps {
  readonly draft: DraftSummary;
  readonly version: DraftVersion;
  readonly flags: readonly Flag[];
  readonly list: ClaimList | null;
  readonly onList: (list: ClaimList | null) => void;
}

/** Below a draft: how its claims stand, and what can be done with it. */
export function PaneFoot({ draft, version, flags, list, onList }: PaneFootProps) {
  return (
    <footer className="flex min-h-12 flex-none items-center gap-4 border-t border-line px-4 py-1 wide:px-6">
      <ClaimsLine version={version} flags={flags} open={list} onOpen={onList} />
      <span className="ml-auto flex flex-none items-center gap-1">
        <DraftMenu draft={draft} />
      </span>
    </footer>
  );
}
