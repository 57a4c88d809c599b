import type { DraftSummary, DraftVersion } from '../../protocol.ts';
import type { Flag } from '../domain/flags.ts';
import { ClaimsLine, type ClaimList } from './claims/claims-line.tsx';
import { DraftMenu } from './draft-menu.tsx';
import { CopyDraft } from './taking/copy-draft.tsx';
import { ExportDraft } from './taking/export-draft.tsx';
import { KeepDraft } from './taking/keep-draft.tsx';

interface PaneFootProps {
  readonly draft: DraftSummary;
  readonly version: DraftVersion;
  /** The text being written by hand; null while there is none. */
  readonly written: string | null;
  readonly flags: readonly Flag[];
  readonly list: ClaimList | null;
  readonly onList: (list: ClaimList | null) => void;
}

/** Below a draft: how its claims stand, and what can be done with it. */
export function PaneFoot({ draft, version, written, flags, list, onList }: PaneFootProps) {
  const { title, citations, platform, number } = version;
  const text = written ?? version.text;
  return (
    <footer className="flex min-h-12 flex-none flex-wrap items-center gap-x-4 border-t border-line px-4 py-1 wide:px-6">
      <ClaimsLine version={version} flags={flags} open={list} onOpen={onList} />
      <span className="ml-auto flex flex-none items-center gap-1">
        <CopyDraft text={text} platform={platform} />
        <ExportDraft draft={{ title, text, citations }} />
        {written === null && <KeepDraft draftId={draft.id} number={number} />}
        <DraftMenu draft={draft} />
      </span>
    </footer>
  );
}
