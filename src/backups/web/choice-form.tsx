import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';

import { Button } from '#elements/web/button.tsx';
import { TextField } from '#elements/web/text-field.tsx';
import { formText } from '#elements/web/text/form-text.ts';
import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#http-client/web/api.ts';

import type { BackupChoice, BackupsAnswer } from '../protocol.ts';
import { backupsQuery } from './queries.ts';

const MAX_DAILY = 90;
const MAX_WEEKLY = 52;

/** How many nights and weeks keep a backup. */
export function ChoiceForm({ choice }: { readonly choice: BackupChoice }) {
  const queries = useQueryClient();
  const toast = useToast();
  const save = useMutation({
    mutationFn: (changed: BackupChoice) => api<BackupsAnswer>('PUT', '/api/backups', changed),
    onSuccess: (answer) => {
      queries.setQueryData(backupsQuery.queryKey, answer);
      toast({ text: 'Saved.' });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    save.mutate({ daily: Number(formText(form, 'daily')), weekly: Number(formText(form, 'weekly')) });
  };
  const field = { type: 'number', step: 1, inputMode: 'numeric', required: true } as const;
  return (
    <form onSubmit={submit} className="flex max-w-[440px] flex-col gap-5">
      <TextField
        {...field}
        label="Days"
        name="daily"
        min={1}
        max={MAX_DAILY}
        defaultValue={choice.daily}
        help="The number of days for which the latest backup is kept."
      />
      <TextField
        {...field}
        label="Weeks"
        name="weekly"
        min={0}
        max={MAX_WEEKLY}
        defaultValue={choice.weekly}
        help="The number of weeks for which the latest backup is kept. Other backups are removed after the next one."
      />
      {save.isError && (
        <p role="alert" className="text-sm text-bad">
          {messageOf(save.error)}
        </p>
      )}
      <Button type="submit" look="primary" className="self-start" disabled={save.isPending}>
        Save
      </Button>
    </form>
  );
}
