import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { Trouble } from '#elements/web/trouble.tsx';
import { messageOf } from '#http-client/web/api.ts';
import { ModelsLead } from '#language-model/web/models-lead.tsx';
import { ProvidersList } from '#language-model/web/providers/providers-list.tsx';
import { modelSettingsQuery } from '#language-model/web/queries.ts';
import { RolesList } from '#language-model/web/roles/roles-list.tsx';

import { Section } from './section.tsx';
import { SettingsFrame } from './settings-frame.tsx';

/** Who plays each role, and the providers it takes. One form is open at a time: it holds the one primary button. */
export function ModelsPage() {
  const { data: settings, error, refetch } = useQuery(modelSettingsQuery);
  const [open, setOpen] = useState<string | null>(null);
  if (!settings)
    return (
      <SettingsFrame>
        {error ? <Trouble message={messageOf(error)} onRetry={() => void refetch()} /> : <QuietLoading />}
      </SettingsFrame>
    );
  return (
    <SettingsFrame>
      <Section title="Who answers">
        <ModelsLead settings={settings} />
        <RolesList settings={settings} open={open} onOpen={setOpen} />
      </Section>
      <Section title="Keys and addresses">
        <ProvidersList settings={settings} open={open} onOpen={setOpen} />
      </Section>
    </SettingsFrame>
  );
}
