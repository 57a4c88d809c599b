import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Dialog } from '#elements/web/dialog.tsx';
import { SaveActions } from '#elements/web/form-actions.tsx';
import { FailureText } from '#elements/web/problem-notice.tsx';
import { TextArea } from '#elements/web/text-field.tsx';

import type { HighlightColor } from '../../storage/protocol.ts';
import { COLOR_NAMES, HIGHLIGHT_COLORS, HighlightSwatch, wordsOfHighlight } from './highlight-look.tsx';

interface HighlightDialogProps {
  readonly quote: string;
  readonly color: HighlightColor;
  readonly note: string;
  readonly onSave: (change: { readonly color: HighlightColor; readonly note: string }) => Promise<void>;
  /** Omitted for a new highlight. */
  readonly onRemove?: () => Promise<void>;
  readonly onClose: () => void;
}

/** Edits the colour and the note of a highlight. */
export function HighlightDialog({ quote, onSave, onRemove, onClose, ...before }: HighlightDialogProps) {
  const [color, setColor] = useState(before.color);
  const [note, setNote] = useState(before.note);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (act: () => Promise<void>) => act(),
    onSuccess: onClose,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) mutate(() => onSave({ color, note }));
  };
  return (
    <Dialog
      title="Highlight"
      description="Your note stays with these words."
      mayClose={note === before.note}
      onClose={onClose}
    >
      <form onSubmit={submit} className="mt-4 flex flex-col gap-4">
        <blockquote
          dir="auto"
          className="line-clamp-6 border-l-2 border-line-strong pl-4 font-serif text-ink-soft [overflow-wrap:anywhere]"
        >
          {wordsOfHighlight(quote)}
        </blockquote>
        <TextArea label="Note" value={note} rows={3} onChange={(event) => setNote(event.target.value)} />
        <fieldset className="flex flex-wrap gap-x-5 gap-y-1">
          <legend className="mb-1 text-sm font-medium">Colour</legend>
          {HIGHLIGHT_COLORS.map((each) => (
            <label key={each} className="flex min-h-[34px] items-center gap-2 text-sm">
              <input type="radio" name="color" checked={each === color} onChange={() => setColor(each)} />
              <HighlightSwatch color={each} />
              {COLOR_NAMES[each]}
            </label>
          ))}
        </fieldset>
        <FailureText error={error} />
        <SaveActions isBusy={isPending} onCancel={onClose}>
          {onRemove && (
            <Button look="quiet" className="mr-auto -ml-3" isBusy={isPending} onClick={() => mutate(onRemove)}>
              Remove the highlight
            </Button>
          )}
        </SaveActions>
      </form>
    </Dialog>
  );
}
