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

/** Names a new set and opens it. */
export function NewSetDialog({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  // One set, however often the request is sent.
  const [id] = useState(newId);
  const { mutate, error, isPending } = useMutation({
    mutationFn: (title: string) => api<SetSummary>('POST', '/api/recall/sets', { id, title }),
    onSuccess: async () => {
      forgetCounts(queries);
      await navigate({ to: '/recall/$setId', params: { setId: id } });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isPending) mutate(formText(event.currentTarget, 'title'));
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
