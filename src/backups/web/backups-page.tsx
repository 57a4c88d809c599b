import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';

import { Button } from '#elements/web/button.tsx';
import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { Section } from '#elements/web/page/section.tsx';
import { useNow } from '#elements/web/page/use-now.ts';
import { ProblemNotice, FailureText } from '#elements/web/problem-notice.tsx';
import { TextField } from '#elements/web/text-field.tsx';
import { fileSize } from '#elements/web/text/figures.ts';
import { formText } from '#elements/web/text/form-text.ts';
import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#http-client/web/api.ts';

import { ageOf } from '../domain/age.ts';
import type { BackupChoice, Backups, BackupsAnswer } from '../protocol.ts';

const WHILE_UNDER_WAY_MS = 1_000;

const backupsQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: () => api<BackupsAnswer>('GET', '/api/backups'),
  refetchInterval: ({ state }) => (state.data?.backups?.isUnderWay ? WHILE_UNDER_WAY_MS : false),
});

const MAX_DAILY = 90;
const MAX_WEEKLY = 52;

const MINUTE_MS = 60_000;
const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** The latest backup, and the retention: for the first person, who owns the server. */
export function BackupsPage() {
  const { data, error, refetch } = useQuery(backupsQuery);
  if (!data)
    return error ? <ProblemNotice message={messageOf(error)} onRetry={() => void refetch()} /> : <QuietLoading />;
  const { backups } = data;
  if (!backups)
    return (
      <Section title="Backups">
        <p className="text-ink-soft">The owner of this server, its first person, takes care of backups.</p>
      </Section>
    );
  return (
    <>
      <Section title="The latest backup">
        <LatestBackup backups={backups} />
      </Section>
      <Section title="How many are kept">
        <ChoiceForm choice={backups.choice} />
      </Section>
    </>
  );
}

/** Shows when the latest backup was made and what prevents the next one, with a button that makes one now. */
function LatestBackup({ backups }: { readonly backups: Backups }) {
  const { latest, count, folder, server, problem, isUnderWay } = backups;
  const queries = useQueryClient();
  const toast = useToast();
  const now = useNow(MINUTE_MS);
  const make = useMutation({
    mutationFn: () => api<BackupsAnswer>('POST', '/api/backups'),
    onSuccess: (answer) => queries.setQueryData(backupsQuery.queryKey, answer),
    onError: (error) => toast({ text: messageOf(error) }),
  });
  return (
    <>
      <p>
        {latest ? (
          <>
            {`${TIME.format(latest.at)}, ${ageOf(latest.at, now)}${on(latest.server)} `}
            <span className="text-ink-faint">({fileSize(latest.bytes)}, checked)</span>
          </>
        ) : (
          'There is none yet.'
        )}
      </p>
      <p className="mt-1 max-w-[62ch] text-ink-soft">
        {`Warren backs up every night, and before an update changes the data. ${whereabouts(count)} `}
        <code className="break-all">{folder}</code>
        {`${on(server)}. Copy them to another disk as well.`}
      </p>
      {problem !== null && !isUnderWay && (
        <p role="alert" className="mt-3 max-w-[62ch] text-bad">
          {`No backup could be made. ${problem}`}
        </p>
      )}
      <Button className="mt-4" isBusy={isUnderWay || make.isPending} onClick={() => make.mutate()}>
        {isUnderWay ? 'Backing up …' : 'Back up now'}
      </Button>
    </>
  );
}

const on = (server: string | null) => (server === null ? '' : `, on the server ${server}`);

function whereabouts(count: number): string {
  if (count === 0) return 'Backups go into';
  return count === 1 ? 'One backup is in' : `${count} backups are in`;
}

/** The form for the numbers of days and weeks whose latest backup is kept. */
function ChoiceForm({ choice }: { readonly choice: BackupChoice }) {
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
      <FailureText error={save.error} />
      <Button type="submit" look="primary" className="self-end" disabled={save.isPending}>
        Save
      </Button>
    </form>
  );
}
