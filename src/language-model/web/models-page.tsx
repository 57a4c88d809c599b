import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { Section } from '#elements/web/page/section.tsx';
import { ProblemNotice } from '#elements/web/problem-notice.tsx';
import { messageOf } from '#http-client/web/api.ts';

import { ModelsIntro } from './models-intro.tsx';
import { ProvidersList } from './providers/providers-list.tsx';
import { modelSettingsQuery } from './queries.ts';
import { RolesList } from './roles/roles-list.tsx';

/** The providers with their keys, and the model for each role. One form is open at a time, because it has the primary button of the page. */
export function ModelsPage() {
  const { data: settings, error, refetch } = useQuery(modelSettingsQuery);
  const [open, setOpen] = useState<string | null>(null);
  if (!settings)
    return error ? <ProblemNotice message={messageOf(error)} onRetry={() => void refetch()} /> : <QuietLoading />;
  return (
    <>
      <Section title="Keys and addresses">
        <ModelsIntro settings={settings} />
        <ProvidersList settings={settings} open={open} onOpen={setOpen} />
      </Section>
      <Section title="Roles">
        <RolesList settings={settings} open={open} onOpen={setOpen} />
      </Section>
    </>
  );
}
