import { Button } from '#elements/web/button.tsx';

import { NEXT_STATUS, useDraftActions } from '../../pane/web/use-draft-actions.ts';
import type { DraftSummary } from '../../protocol.ts';

export function MarkNext({ draft, describedBy }: { readonly draft: DraftSummary; readonly describedBy: string }) {
  const { mark } = useDraftActions(draft);
  const next = NEXT_STATUS[draft.status];
  if (!next) return null;
  return (
    <Button aria-describedby={describedBy} onClick={() => void mark(next.status)}>
      {next.label}
    </Button>
  );
}
