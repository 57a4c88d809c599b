import { Pencil } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';

import type { DraftSummary, VersionHead } from '../../protocol.ts';
import { SizeLine } from './size-line.tsx';
import { NEXT_STATUS, useDraftActions } from './use-draft-actions.ts';
import { VersionNumbers } from './versions/version-numbers.tsx';

interface PaneHeaderProps {
  readonly draft: DraftSummary;
  readonly versions: readonly VersionHead[];
  readonly shown: number;
  /** The current text, which the size line counts. */
  readonly text: string;
  readonly chooser: ReactNode;
  /** The version to compare the shown one with; null while they are compared. */
  readonly comparable: number | null;
  readonly onShow: (number: number) => void;
  readonly onCompare: (number: number) => void;
  /** Null where it cannot be edited now. */
  readonly onEdit: (() => void) | null;
}

const STATUS_WORDS = { draft: '', ready: 'Ready', published: 'Published' };
const SMALL = 'min-h-[28px] px-2.5 py-0.5';

export function PaneHeader(props: PaneHeaderProps) {
  const { draft, versions, shown, text, chooser, comparable, onShow, onCompare, onEdit } = props;
  const { mark } = useDraftActions(draft);
  const next = NEXT_STATUS[draft.status];
  const status = STATUS_WORDS[draft.status];
  return (
    <header className="flex min-h-14 flex-none flex-wrap items-center gap-x-1 gap-y-0.5 border-b border-line px-3 py-1.5 wide:px-5">
      {chooser}
      <VersionNumbers
        draftId={draft.id}
        versions={versions}
        current={draft.version}
        shown={shown}
        onShow={onShow}
        onCompare={onCompare}
      />
      {comparable !== null && (
        <Button look="quiet" className={`${SMALL} max-wide:hidden`} onClick={() => onCompare(comparable)}>
          {`Compare with ${String(comparable)}`}
        </Button>
      )}
      {onEdit && (
        <Button look="quiet" className={SMALL} onClick={onEdit}>
          <Icon of={Pencil} />
          Edit
        </Button>
      )}
      <div className="ml-auto flex min-w-0 items-center gap-1">
        {status !== '' && <span className="px-1 text-xs font-semibold text-accent-text">{status}</span>}
        <SizeLine text={text} platform={draft.platform} />
        {next && (
          <Button className={SMALL} onClick={() => void mark(next.status)}>
            {next.label}
          </Button>
        )}
      </div>
    </header>
  );
}
