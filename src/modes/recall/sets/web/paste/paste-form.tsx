import { useMutation } from '@tanstack/react-query';
import { type DragEvent, type MouseEvent, useDeferredValue, useMemo, useRef, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { TextArea } from '#elements/web/text-field.tsx';
import { count } from '#elements/web/text/figures.ts';
import { api, messageOf } from '#http-client/web/api.ts';
import { newId } from '#session/web/new-id.ts';

import { readPaste } from '../../domain/paste/read-paste.ts';
import type { PasteResult } from '../../protocol.ts';
import { FileChoice } from './file-choice.tsx';
import type { WrittenDraft } from './paste-draft.ts';
import { PastePreview } from './paste-preview.tsx';
import { usePointsAdded } from './use-points-added.ts';
import { WriteFromText } from './write-from-text.tsx';

interface PasteFormProps {
  readonly setId: string;
  readonly text: string;
  readonly onWrite: (text: string) => void;
  readonly onPropose: (draft: WrittenDraft) => void;
  /** The points were added, or the text was discarded. */
  readonly onDone: () => void;
}

/** The text to paste, and the points that it becomes. */
export function PasteForm({ setId, text, onWrite, onPropose, onDone }: PasteFormProps) {
  const added = usePointsAdded(setId);
  // The id of one paste, however often it is sent; other text gets a new id.
  const [pasteId, setPasteId] = useState(newId);
  const [problem, setProblem] = useState<string | undefined>();
  const isUnderWay = useRef(false);
  const shown = useDeferredValue(text);
  const paste = useMemo(() => readPaste(shown), [shown]);
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api<PasteResult>('POST', `/api/recall/sets/${setId}/paste`, { id: pasteId, text, skipBroken: true }),
    onSuccess: async (outcome) => {
      await added(`Added ${count(outcome.added, 'point')}`, outcome.added);
      onDone();
    },
    onError: (error) => {
      isUnderWay.current = false;
      setProblem(messageOf(error));
    },
  });
  const write = (next: string) => {
    onWrite(next);
    setPasteId(newId());
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
  // Ignores the second click of a double click.
  const add = (event: MouseEvent) => {
    if (event.detail > 1 || isUnderWay.current) return;
    if (text.trim() === '') return setProblem('Paste something first.');
    if (readPaste(text).points.length === 0) return setProblem('There is no point in this text.');
    isUnderWay.current = true;
    mutate();
  };
  return (
    <div className="mt-4 flex flex-col gap-3" onDrop={drop} onDragOver={(event) => event.preventDefault()}>
      <TextArea
        label="Points"
        rows={5}
        value={text}
        dir="auto"
        onChange={(event) => write(event.target.value)}
        problem={problem}
        className="max-h-[40dvh]"
      />
      {paste.isProse && <WriteFromText setId={setId} text={text} onPropose={onPropose} />}
      <PastePreview {...paste} />
      <div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-wrap items-center gap-2 border-t border-line bg-surface px-5 py-3">
        <FileChoice onChoose={take} />
        <span className="ml-auto flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={onDone}>
            Cancel
          </Button>
          <Button look="primary" isBusy={isPending} onClick={add}>
            {addWords(paste.points.length, paste.broken.length)}
          </Button>
        </span>
      </div>
    </div>
  );
}

function addWords(points: number, broken: number): string {
  if (points === 0) return 'Add points';
  return broken > 0 ? `Add the other ${points}` : `Add ${count(points, 'point')}`;
}
