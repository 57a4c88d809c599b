import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { meQuery } from '#account/web/queries.ts';
import { Dialog } from '#elements/web/dialog.tsx';

import type { Outcome } from './add-sources.ts';
import { type CaptureDraft, chosenFiles, readDraft, storeDraft } from './capture-draft.ts';
import { CaptureForm } from './capture-form.tsx';
import type { CaptureStart } from './capture-opening.ts';
import { OutcomeList } from './outcome-list.tsx';
import { useAdded } from './use-added.ts';

/** Adds sources: text, links and files. The draft is stored until it is added or cleared. */
export function CaptureDialog({ start, onClose }: { readonly start: CaptureStart; readonly onClose: () => void }) {
  const person = useQueryClient().getQueryData(meQuery.queryKey)?.id ?? '';
  const [draft, setDraft] = useState(() => begun(readDraft(person), start));
  const [files, setFiles] = useState<readonly File[]>(() => [...chosenFiles.current, ...(start.files ?? [])]);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const added = useAdded();
  const write = (next: CaptureDraft) => {
    setDraft(next);
    storeDraft(person, next);
  };
  const choose = (next: readonly File[]) => {
    setFiles(next);
    chosenFiles.current = next;
  };
  const finish = (result: Outcome) => {
    if (result.existing.length === 0 && result.failed.length === 0) {
      onClose();
      return added.say(result.added);
    }
    added.refresh();
    return setOutcome(result);
  };
  const close = () => {
    // Dropped files and those passed by the page are held like chosen ones.
    chosenFiles.current = files;
    if (outcome) added.say(outcome.added);
    onClose();
  };
  return (
    <Dialog
      title={outcome ? 'Not everything was added' : 'Add to the library'}
      description={
        outcome
          ? 'You can still add what is left.'
          : 'Text, links or files. Links and files are read in the background.'
      }
      onClose={close}
    >
      {outcome ? (
        <OutcomeList outcome={outcome} onChange={setOutcome} onDone={close} />
      ) : (
        <CaptureForm
          draft={draft}
          files={files}
          onWrite={write}
          onChooseFiles={choose}
          onAdded={finish}
          onClose={close}
        />
      )}
    </Dialog>
  );
}

/** The stored draft, extended by what the page passes in. */
function begun(kept: CaptureDraft, { text = '', bucketId }: CaptureStart): CaptureDraft {
  return {
    ...kept,
    text: [kept.text.trimEnd(), text].filter((part) => part !== '').join('\n\n'),
    bucketId: bucketId ?? kept.bucketId,
  };
}
