import { useQuery } from '@tanstack/react-query';

import { preferencesQuery } from '#account/web/queries.ts';
import { dayOf } from '#day/domain/day.ts';
import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { Trouble } from '#elements/web/trouble.tsx';
import { messageOf } from '#http-client/web/api.ts';
import { modelSettingsQuery, usageQuery } from '#language-model/web/queries.ts';
import { LimitsForm } from '#language-model/web/spending/limits-form.tsx';
import { Spent } from '#language-model/web/spending/spent.tsx';
import { UsageByDay } from '#language-model/web/spending/usage-by-day.tsx';

import { Section } from './section.tsx';
import { SettingsFrame } from './settings-frame.tsx';

/** What models cost, how much they may, and what the last thirty days came to. */
export function SpendingPage() {
  // A limit may have been changed in another window.
  const settings = useQuery({ ...modelSettingsQuery, refetchOnWindowFocus: 'always' });
  const usage = useQuery(usageQuery);
  const preferences = useQuery(preferencesQuery);
  const isThere = settings.data && usage.data && preferences.data;
  const error = settings.error ?? usage.error ?? preferences.error;
  if (!isThere)
    return (
      <SettingsFrame>
        {error ? (
          <Trouble
            message={messageOf(error)}
            onRetry={() => void Promise.all([settings.refetch(), usage.refetch(), preferences.refetch()])}
          />
        ) : (
          <QuietLoading />
        )}
      </SettingsFrame>
    );
  return (
    <SettingsFrame>
      <Section title="Spent">
        <Spent spent={settings.data.spent} limits={settings.data.limits} />
      </Section>
      <Section title="Limits">
        <LimitsForm limits={settings.data.limits} />
      </Section>
      <Section title="The last 30 days">
        <UsageByDay days={usage.data} today={dayOf(usage.dataUpdatedAt, preferences.data)} />
      </Section>
    </SettingsFrame>
  );
}
