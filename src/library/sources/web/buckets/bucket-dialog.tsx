import { type FormEvent, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Dialog } from '#elements/web/dialog.tsx';
import { TextArea, TextField } from '#elements/web/text-field.tsx';
import { formText } from '#elements/web/text/form-text.ts';
import { messageOf } from '#http-client/web/api.ts';
import { newId } from '#session/web/new-id.ts';

import type { Bucket, BucketColor } from '../../../storage/protocol.ts';
import { BUCKET_COLORS } from '../../../storage/web/bucket-dot.tsx';
import { ColorChoice } from './color-choice.tsx';
import { useBucketChanges } from './use-bucket-changes.ts';

interface BucketDialogProps {
  /** Null for a new one. */
  readonly bucket: Bucket | null;
  readonly onClose: () => void;
}

/** Name, description and colour of a bucket. */
export function BucketDialog({ bucket, onClose }: BucketDialogProps) {
  const { create, change } = useBucketChanges();
  // One bucket, however often the request is sent.
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
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="primary" isBusy={isPending}>
            {bucket ? 'Save' : 'Create'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
