import { useQuery } from '@tanstack/react-query';

import { preferencesQuery } from '#account/web/queries.ts';
import { dayOf } from '#day/domain/day.ts';
import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { Section } from '#elements/web/page/section.tsx';
import { ProblemNotice } from '#elements/web/problem-notice.tsx';
import { messageOf } from '#http-client/web/api.ts';

import { modelSettingsQuery, usageQuery } from '../queries.ts';
import { LimitsForm } from './limits-form.tsx';
import { Spent } from './spent.tsx';
import { UsageByDayChart } from './usage-by-day.tsx';

/** Spending, its limits, and the usage of the last 30 days. */
export function SpendingPage() {
  // A limit may have been changed in another window.
  const settings = useQuery({ ...modelSettingsQuery, refetchOnWindowFocus: 'always' });
  const usage = useQuery(usageQuery);
  const preferences = useQuery(preferencesQuery);
  const isThere = settings.data && usage.data && preferences.data;
  const error = settings.error ?? usage.error ?? preferences.error;
  if (!isThere)
    return error ? (
      <ProblemNotice
        message={messageOf(error)}
        onRetry={() => void Promise.all([settings.refetch(), usage.refetch(), preferences.refetch()])}
      />
    ) : (
      <QuietLoading />
    );
  return (
    <>
      <Section title="Spent">
        <Spent spent={settings.data.spent} limits={settings.data.limits} />
      </Section>
      <Section title="Limits">
        <LimitsForm limits={settings.data.limits} />
      </Section>
      <Section title="The last 30 days">
        <UsageByDayChart days={usage.data} today={dayOf(usage.dataUpdatedAt, preferences.data)} />
      </Section>
    </>
  );
}
