import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Dialog } from '#elements/web/dialog.tsx';
import { TextField } from '#elements/web/text-field.tsx';
import { formText } from '#elements/web/text/form-text.ts';
import { api, messageOf } from '#http-client/web/api.ts';
import { newId } from '#session/web/new-id.ts';

import type { SetSummary } from '../protocol.ts';
import { forgetCounts } from './set-cache.ts';

/** Offered for a new set; a set made without the dialog has no limit. */
const NEW_PER_DAY = 15;

export function NewSetDialog({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  // One set, however often the request is sent.
  const [id] = useState(newId);
  const { mutate, error, isPending } = useMutation({
    mutationFn: (given: { title: string; newPerDay: number | null }) =>
      api<SetSummary>('POST', '/api/recall/sets', { id, ...given }),
    onSuccess: async () => {
      forgetCounts(queries);
      await navigate({ to: '/recall/$setId', params: { setId: id } });
      // It may have been opened on a page that stays.
      onClose();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const perDay = formText(form, 'newPerDay').trim();
    if (!isPending) mutate({ title: formText(form, 'title'), newPerDay: perDay === '' ? null : Number(perDay) });
  };
  return (
    <Dialog
      title="New set"
      description="Its points are added on the next page, one by one or pasted."
      onClose={onClose}
    >
      <form onSubmit={submit} className="mt-4 flex flex-col gap-4">
        <TextField
          label="Name"
          name="title"
          maxLength={200}
          required
          autoComplete="off"
          dir="auto"
          problem={error ? messageOf(error) : undefined}
        />
        <TextField
          label="New points a day"
          name="newPerDay"
          type="number"
          min={0}
          max={9_999}
          step={1}
          inputMode="numeric"
          placeholder="no limit"
          defaultValue={NEW_PER_DAY}
          help="Maximum. Empty for no limit."
        />
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="primary" isBusy={isPending}>
            Create
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
