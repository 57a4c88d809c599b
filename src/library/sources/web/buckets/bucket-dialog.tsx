import { type FormEvent, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Dialog } from '#elements/web/dialog.tsx';
import { FormActions } from '#elements/web/form-actions.tsx';
import { TextArea, TextField } from '#elements/web/text-field.tsx';
import { formText } from '#elements/web/text/form-text.ts';
import { messageOf } from '#http-client/web/api.ts';
import { newId } from '#session/web/new-id.ts';

import type { Bucket, BucketColor } from '../../../storage/protocol.ts';
import { BUCKET_COLORS, BucketDot } from '../../../storage/web/bucket-dot.tsx';
import { useBucketChanges } from './use-bucket-changes.ts';

interface BucketDialogProps {
  /** Null for a new bucket. */
  readonly bucket: Bucket | null;
  readonly onClose: () => void;
}

/** Edits the name, description and colour of a bucket. */
export function BucketDialog({ bucket, onClose }: BucketDialogProps) {
  const { create, change } = useBucketChanges();
  // Stable, so that a resend adds no second bucket.
  const [id] = useState(() => bucket?.id ?? newId());
  const [color, setColor] = useState<BucketColor>(bucket?.color ?? BUCKET_COLORS[0] ?? 'grey');
  const error = create.error ?? change.error;
  const isPending = create.isPending || change.isPending;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const name = formText(event.currentTarget, 'name').trim();
    const fields = { id, name, description: formText(event.currentTarget, 'description').trim(), color };
    if (bucket) change.mutate({ ...fields, words: `Changed the bucket “${name}”` }, { onSuccess: onClose });
    else create.mutate(fields, { onSuccess: onClose });
  };
  return (
    <Dialog
      title={bucket ? 'Change the bucket' : 'New bucket'}
      description="A bucket holds sources on one subject."
      onClose={onClose}
    >
      <form onSubmit={submit} className="mt-4 flex flex-col gap-4">
        <TextField
          label="Name"
          name="name"
          maxLength={60}
          required
          autoComplete="off"
          defaultValue={bucket?.name}
          problem={error ? messageOf(error) : undefined}
        />
        <TextArea
          label="Description"
          name="description"
          maxLength={500}
          defaultValue={bucket?.description}
          help="What belongs in it. You can leave this empty."
        />
        <ColorChoice color={color} onChoose={setColor} />
        <FormActions>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="primary" isBusy={isPending}>
            {bucket ? 'Save' : 'Create'}
          </Button>
        </FormActions>
      </form>
    </Dialog>
  );
}

interface ColorChoiceProps {
  readonly color: BucketColor;
  readonly onChoose: (color: BucketColor) => void;
}

/** Chooses among the colours of a bucket, each with its name. */
function ColorChoice({ color, onChoose }: ColorChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">Colour</legend>
      <div className="flex flex-wrap gap-2">
        {BUCKET_COLORS.map((each) => (
          <label
            key={each}
            className="flex min-h-[34px] cursor-pointer items-center gap-2 rounded-small border border-line-strong px-2.5 text-sm text-ink-soft has-checked:border-accent has-checked:bg-raised has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="color"
              className="sr-only"
              checked={each === color}
              onChange={() => onChoose(each)}
            />
            <BucketDot color={each} />
            {each}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
