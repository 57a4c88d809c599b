import { Pencil } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';

import type { DraftSummary, VersionHead } from '../../protocol.ts';
import { PaneBar, useIsNarrow } from './pane-bar.tsx';
import { SizeLine } from './size-line.tsx';
import { NEXT_STATUS, useDraftActions } from './use-draft-actions.ts';
import { VersionNumbers } from './versions/version-numbers.tsx';

interface PaneHeaderProps {
  readonly draft: DraftSummary;
  readonly versions: readonly VersionHead[];
  readonly shown: number;
  /** The current text, which the size line counts. */
  readonly text: string;
  readonly isEditing: boolean;
  readonly chooser: ReactNode;
  /** The state of the claims, if no separate line shows it. */
  readonly claims: ReactNode;
  /** The version to compare the shown one with; null during a comparison. */
  readonly comparable: number | null;
  readonly onShow: (number: number) => void;
  readonly onCompare: (number: number) => void;
  /** Null if it cannot be edited now. */
  readonly onEdit: (() => void) | null;
}

const STATUS_WORDS = { draft: '', ready: 'Ready', published: 'Published' };
const SMALL = 'min-h-[28px] px-2.5 py-0.5';

export function PaneHeader(props: PaneHeaderProps) {
  const { draft, versions, shown, text, isEditing, chooser, claims, comparable, onShow, onCompare, onEdit } = props;
  const { mark } = useDraftActions(draft);
  const next = NEXT_STATUS[draft.status];
  const status = STATUS_WORDS[draft.status];
  const isNarrow = useIsNarrow();
  return (
    <PaneBar>
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
        <Button look="quiet" className={`${SMALL} flex-none @max-lg:hidden`} onClick={() => onCompare(comparable)}>
          {`Compare with ${String(comparable)}`}
        </Button>
      )}
      {onEdit && (
        <Button look="quiet" className={`${SMALL} flex-none`} onClick={onEdit}>
          <Icon of={Pencil} />
          <span className="@max-md:sr-only">Edit</span>
        </Button>
      )}
      {claims}
      <div className="ml-auto flex min-w-0 items-center gap-1">
        {status !== '' && !isNarrow && <span className="px-1 text-xs font-semibold text-accent-text">{status}</span>}
        {(!isNarrow || isEditing) && <SizeLine text={text} platform={draft.platform} />}
        {next && (
          <Button className={`${SMALL} flex-none`} onClick={() => void mark(next.status)}>
            {next.label}
          </Button>
        )}
      </div>
    </PaneBar>
  );
}
