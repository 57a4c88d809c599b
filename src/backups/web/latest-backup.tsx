import { useMutation, useQueryClient } from '@tanstack/react-query';

import { Button } from '#elements/web/button.tsx';
import { useNow } from '#elements/web/page/use-now.ts';
import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#http-client/web/api.ts';
import { fileSize } from '#library/capture/web/file-size.ts';

import { ageOf } from '../domain/age.ts';
import type { Backups, BackupsAnswer } from '../protocol.ts';
import { backupsQuery } from './queries.ts';

const MINUTE_MS = 60_000;
const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** When the latest backup was made, what prevents the next one, and the button that makes one now. */
export function LatestBackup({ backups }: { readonly backups: Backups }) {
  const { latest, count, folder, problem, isUnderWay } = backups;
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
            {`${TIME.format(latest.at)}, ${ageOf(latest.at, now)} `}
            <span className="text-ink-faint">({fileSize(latest.bytes)}, checked)</span>
          </>
        ) : (
          'There is none yet.'
        )}
      </p>
      <p className="mt-1 max-w-[62ch] text-ink-soft">
        {`Warren backs up every night, and before an update changes the data. ${whereabouts(count)} `}
        <code className="break-all">{folder}</code>
        {'. Copy them to another disk as well.'}
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

function whereabouts(count: number): string {
  if (count === 0) return 'Backups go into';
  return count === 1 ? 'One backup is in' : `${count} backups are in`;
}
