import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type DragEvent, type MouseEvent, useRef, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Dialog } from '#elements/web/dialog.tsx';
import { TextArea } from '#elements/web/text-field.tsx';
import { count } from '#elements/web/text/figures.ts';
import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#http-client/web/api.ts';
import { newId } from '#session/web/new-id.ts';

import type { PasteResult } from '../../protocol.ts';
import { setQuery } from '../queries.ts';
import { forgetCounts } from '../set-cache.ts';
import { BrokenLines } from './broken-lines.tsx';
import { FileChoice } from './file-choice.tsx';
import { keepPaste, readPasteDraft } from './paste-draft.ts';

interface PasteDialogProps {
  readonly setId: string;
  readonly onClose: () => void;
}

/** Adds several points at once: all readable ones or none. The text is kept until then. */
export function PasteDialog({ setId, onClose }: PasteDialogProps) {
  const queries = useQueryClient();
  const toast = useToast();
  const [text, setText] = useState(() => readPasteDraft(setId));
  const [result, setResult] = useState<PasteResult | null>(null);
  // The id of one paste, however often it is sent; other text gets a new id.
  const [pasteId, setPasteId] = useState(newId);
  const [problem, setProblem] = useState<string | undefined>();
  const isUnderWay = useRef(false);
  const place = useRef<HTMLDivElement>(null);

  const { mutate, isPending } = useMutation({
    mutationFn: (skipBroken: boolean) =>
      api<PasteResult>('POST', `/api/recall/sets/${setId}/paste`, { id: pasteId, text, skipBroken }),
    onSuccess: async (outcome) => {
      if (outcome.added === 0) {
        isUnderWay.current = false;
        setResult(outcome);
        setProblem(outcome.broken.length === 0 ? 'There is no point in this text.' : undefined);
        // The problem is announced; the focus moves to the text to correct.
        place.current?.querySelector('textarea')?.focus();
        return;
      }
      keepPaste(setId, '');
      forgetCounts(queries);
      await queries.invalidateQueries({ queryKey: setQuery(setId).queryKey });
      toast({ text: `${count(outcome.added, 'point')} added.` });
      onClose();
    },
    onError: (error) => {
      isUnderWay.current = false;
      setProblem(messageOf(error));
    },
  });
  const write = (next: string) => {
    setText(next);
    keepPaste(setId, next);
    setPasteId(newId());
    setResult(null);
    setProblem(undefined);
  };
  const take = (file: File | undefined) => {
    if (!file) return;
    file.text().then(write, () => setProblem('This file could not be read.'));
  };
  const drop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    take(event.dataTransfer.files[0]);
  };
  // Ignores the second click of a double click, on either button.
  const add = (event: MouseEvent, skipBroken: boolean) => {
    if (event.detail > 1 || isUnderWay.current) return;
    if (text.trim() === '') return setProblem('Paste something first.');
    isUnderWay.current = true;
    mutate(skipBroken);
  };
  const giveUp = () => {
    keepPaste(setId, '');
    onClose();
  };

  return (
    <Dialog
      title="Paste points"
      description="One point a line, or Markdown: headings become context."
      mayClose={text.trim() === ''}
      onClose={onClose}
    >
      <div
        ref={place}
        className="mt-4 flex flex-col gap-3"
        onDrop={drop}
        onDragOver={(event) => event.preventDefault()}
      >
        <TextArea
          label="Points"
          rows={9}
          value={text}
          dir="auto"
          onChange={(event) => write(event.target.value)}
          problem={problem}
          className="max-h-[40dvh]"
        />
        {result && result.broken.length > 0 && <BrokenLines result={result} />}
        <div className="flex flex-wrap items-center gap-2">
          <FileChoice onChoose={take} />
          <span className="ml-auto flex flex-wrap justify-end gap-2">
            <Button look="quiet" onClick={giveUp}>
              Cancel
            </Button>
            {result && result.broken.length > 0 && result.readable > 0 ? (
              <Button look="primary" isBusy={isPending} onClick={(event) => add(event, true)}>
                {`Add the other ${result.readable}`}
              </Button>
            ) : (
              <Button look="primary" isBusy={isPending} onClick={(event) => add(event, false)}>
                {isPending ? 'Adding' : 'Add points'}
              </Button>
            )}
          </span>
        </div>
      </div>
    </Dialog>
  );
}
