import { useState } from 'react';

import { Dialog } from '#elements/web/dialog.tsx';
import type { SourceProps } from '#session/web/contribution/contribution.ts';

import { ChooseSet } from './choose-set.tsx';
import { ProposedPoints } from './proposed-points.tsx';
import { type SourceDraft, storeSourceDraft, readSourceDraft } from './source-draft.ts';

interface MakePointsDialogProps extends SourceProps {
  readonly onClose: () => void;
}

/** Makes points of a source: first the set, then what the point writer proposes. Changes survive closing it. */
export function MakePointsDialog({ sourceId, title, onClose }: MakePointsDialogProps) {
  const [draft, setDraft] = useState(() => readSourceDraft(sourceId));
  const change = (next: SourceDraft | null) => {
    setDraft(next);
    storeSourceDraft(sourceId, next);
  };
  const finish = () => {
    change(null);
    onClose();
  };
  return (
    <Dialog
      title="Make recall points"
      description={
        draft
          ? `From “${title}”. Change them as you like, and drop what you do not need.`
          : `From “${title}”. You see each point before it is added.`
      }
      mayClose={draft === null}
      onClose={onClose}
    >
      {draft ? (
        <ProposedPoints sourceId={sourceId} draft={draft} onChange={change} onDone={finish} />
      ) : (
        <ChooseSet sourceId={sourceId} title={title} onPropose={change} onClose={onClose} />
      )}
    </Dialog>
  );
}
