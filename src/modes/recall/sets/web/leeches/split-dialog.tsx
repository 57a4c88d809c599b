import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Dialog } from '#elements/web/dialog.tsx';
import { TextArea } from '#elements/web/text-field.tsx';
import { api, messageOf } from '#http-client/web/api.ts';

import type { Leech } from '../../protocol.ts';

interface SplitDialogProps {
  readonly leech: Leech;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const MIN_PARTS = 2;
const MAX_PARTS = 20;

/** Replaces a point with several. The suggestion splits at sentence ends; the person edits it. */
export function SplitDialog({ leech, onDone, onClose }: SplitDialogProps) {
  const [parts, setParts] = useState<readonly string[]>(() =>
    leech.parts.length > 1 ? leech.parts : [leech.text, ''],
  );
  const [isChanged, setChanged] = useState(false);
  const written = parts.map((part) => part.trim()).filter((part) => part !== '');
  const split = useMutation({
    mutationFn: () =>
      api('POST', `/api/recall/points/${leech.pointId}/split`, {
        parts: written.map((text) => ({ text, context: leech.context })),
      }),
    onSuccess: onDone,
  });
  const write = (index: number, text: string) => {
    setChanged(true);
    setParts(parts.with(index, text));
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (written.length >= MIN_PARTS && !split.isPending) split.mutate();
  };
  return (
    <Dialog
      title="Split this point"
      description="One thought each. The new points begin with no history; the old one goes, and Undo brings it back."
      onClose={onClose}
      mayClose={!isChanged}
    >
      <p
        dir="auto"
        className="mt-3 border-l-2 border-line-strong pl-3 font-serif text-read leading-normal text-ink-soft [overflow-wrap:anywhere] whitespace-pre-line"
      >
        {leech.text}
      </p>
      <form onSubmit={submit} className="mt-4 flex flex-col gap-3">
        {parts.map((part, index) => (
          <TextArea
            // oxlint-disable-next-line react/no-array-index-key -- parts have no other name, and keep their places
            key={index}
            label={`Part ${index + 1}`}
            rows={2}
            value={part}
            onChange={(event) => write(index, event.target.value)}
            help={index === parts.length - 1 ? 'An empty part is left out.' : undefined}
          />
        ))}
        {split.error && (
          <p role="alert" className="text-sm text-bad">
            {messageOf(split.error)}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          {parts.length < MAX_PARTS && (
            <Button look="quiet" className="mr-auto -ml-3" onClick={() => setParts([...parts, ''])}>
              Add a part
            </Button>
          )}
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="primary" disabled={written.length < MIN_PARTS} isBusy={split.isPending}>
            {written.length < MIN_PARTS ? 'Split' : `Split into ${written.length}`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
