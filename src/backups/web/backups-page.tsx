import { useQuery } from '@tanstack/react-query';

import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { Section } from '#elements/web/page/section.tsx';
import { ProblemNotice } from '#elements/web/problem-notice.tsx';
import { messageOf } from '#http-client/web/api.ts';

import { ChoiceForm } from './choice-form.tsx';
import { LatestBackup } from './latest-backup.tsx';
import { backupsQuery } from './queries.ts';

/** The latest backup, and how many are kept: for the first person, who owns the server. */
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
