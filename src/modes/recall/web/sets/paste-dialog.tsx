import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Dialog } from '#elements/web/dialog.tsx';
import { TextArea } from '#elements/web/text-field.tsx';
import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#session/web/api.ts';
import { newId } from '#session/web/new-id.ts';

import type { PasteResult } from '../../protocol.ts';
import { setQuery } from '../queries.ts';
import { count } from '../when.ts';
import { BrokenLines } from './broken-lines.tsx';
import { FileChoice } from './file-choice.tsx';
import { forgetCounts } from './set-cache.ts';

interface PasteDialogProps {
  readonly setId: string;
  readonly onClose: () => void;
}

/** Many points at once. All of the readable ones are added or none, and the text stays until they are. */
export function PasteDialog({ setId, onClose }: PasteDialogProps) {
  const queries = useQueryClient();
  const toast = useToast();
  const [text, setText] = useState('');
  const [result, setResult] = useState<PasteResult | null>(null);
  // One paste, however often it has to be sent; other text is another one.
  const [pasteId, setPasteId] = useState(newId);
  const [problem, setProblem] = useState<string | undefined>();

  const { mutate, isPending } = useMutation({
    mutationFn: (skipBroken: boolean) =>
      api<PasteResult>('POST', `/api/recall/sets/${setId}/paste`, { id: pasteId, text, skipBroken }),
    onSuccess: async (outcome) => {
      if (outcome.added === 0) {
        setResult(outcome);
        setProblem(outcome.broken.length === 0 ? 'There is no point in this text.' : undefined);
        return;
      }
      forgetCounts(queries);
      await queries.invalidateQueries({ queryKey: setQuery(setId).queryKey });
      toast({ text: `${count(outcome.added, 'point')} added.` });
      onClose();
    },
    onError: (error) => setProblem(messageOf(error)),
  });
  const write = (next: string) => {
    setText(next);
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
  const add = () => {
    if (text.trim() === '') setProblem('Paste something first.');
    else mutate(false);
  };

  return (
    <Dialog
      title="Paste points"
      description="One point a line, or Markdown: headings become context."
      mayClose={text.trim() === ''}
      onClose={onClose}
    >
      <div className="mt-4 flex flex-col gap-3" onDrop={drop} onDragOver={(event) => event.preventDefault()}>
        <TextArea
          label="Points"
          rows={9}
          value={text}
          onChange={(event) => write(event.target.value)}
          problem={problem}
          className="max-h-[40dvh]"
        />
        {result && result.broken.length > 0 && <BrokenLines result={result} />}
        <div className="flex flex-wrap items-center gap-2">
          <FileChoice onChoose={take} />
          <span className="ml-auto" />
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          {result && result.broken.length > 0 && result.readable > 0 ? (
            <Button look="primary" disabled={isPending} onClick={() => mutate(true)}>
              {`Add the other ${result.readable}`}
            </Button>
          ) : (
            <Button look="primary" disabled={isPending} onClick={add}>
              {isPending ? 'Adding' : 'Add points'}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
