import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';

import { meQuery } from '#account/web/queries.ts';
import { Dialog } from '#elements/web/dialog.tsx';
import { count } from '#elements/web/text/figures.ts';
import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#http-client/web/api.ts';

import { SEARCH_KEY } from '../../search/web/queries.ts';
import type { SourceSummary } from '../../storage/protocol.ts';
import { LIBRARY_KEY } from '../../storage/web/library-query.ts';
import { NO_SOURCE, SOURCE_PATH, useOpenSource } from '../../storage/web/use-open-source.ts';
import type { Outcome } from './add-sources.ts';
import { type CaptureDraft, chosenFiles, readDraft, storeDraft } from './capture-draft.ts';
import { CaptureForm } from './capture-form.tsx';
import type { CaptureStart } from './capture-opening.ts';
import { OutcomeList } from './outcome-list.tsx';

/** Adds sources: text, links and files. What was written is kept until it is added or cleared. */
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
    // Dropped files and those of the page are kept like written ones.
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

/** The kept draft, with what the page adds to it. */
function begun(kept: CaptureDraft, { text = '', bucketId }: CaptureStart): CaptureDraft {
  return {
    ...kept,
    text: [kept.text.trimEnd(), text].filter((part) => part !== '').join('\n\n'),
    bucketId: bucketId ?? kept.bucketId,
  };
}

/** Of one request that deletes. */
const AT_ONCE = 500;

interface AddedOnPage {
  /** Says what was added, with buttons that open it and take it back. */
  readonly say: (added: readonly SourceSummary[]) => void;
  /** Reads the library again. */
  readonly refresh: () => void;
}

function useAdded(): AddedOnPage {
  const queries = useQueryClient();
  const toast = useToast();
  const navigate = useNavigate();
  const open = useOpenSource();
  const refresh = useCallback(() => {
    for (const key of [LIBRARY_KEY, SEARCH_KEY]) void queries.invalidateQueries({ queryKey: [key] });
  }, [queries]);
  const say = useCallback(
    (added: readonly SourceSummary[]) => {
      refresh();
      const [first] = added;
      if (!first) return;
      const takeBack = async () => {
        const ids = added.map(({ id }) => id);
        try {
          for (let from = 0; from < ids.length; from += AT_ONCE)
            await api('POST', '/api/library/sources/delete', { ids: ids.slice(from, from + AT_ONCE) });
          toast({ text: `Removed ${nameOf(added)}`, isForEveryPage: true });
        } catch (error) {
          toast({ text: messageOf(error) });
        }
        refresh();
      };
      const show = () => {
        if (added.length === 1) return open(first.id);
        const bucket = first.bucketId ?? 'inbox';
        return void navigate({ to: SOURCE_PATH, params: NO_SOURCE, search: { bucket } });
      };
      toast({
        text: `Added ${nameOf(added)}`,
        action: { label: 'Open', run: show },
        undo: () => void takeBack(),
        isForEveryPage: true,
      });
    },
    [refresh, toast, navigate, open],
  );
  return { say, refresh };
}

function nameOf(added: readonly SourceSummary[]): string {
  const [only] = added;
  return added.length === 1 && only ? `“${only.title || only.url}”` : count(added.length, 'source');
}
