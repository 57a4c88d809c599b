import { useQuery } from '@tanstack/react-query';

import { PreferencesForm } from '#account/web/preferences-form.tsx';
import { preferencesQuery } from '#account/web/queries.ts';
import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { Trouble } from '#elements/web/trouble.tsx';
import { messageOf } from '#http-client/web/api.ts';
import { MemoryModel } from '#modes/recall/scheduling/web/memory-model/memory-model.tsx';
import { VoiceSettings } from '#modes/recall/voice/web/voice-settings.tsx';

import { Section } from './section.tsx';
import { SettingsFrame } from './settings-frame.tsx';

/** When a day begins, and how sure one wants to be. */
export function RecallSettingsPage() {
  const { data: preferences, error, refetch } = useQuery(preferencesQuery);
  return (
    <SettingsFrame>
      <Section title="Days and reviews">
        {preferences && <PreferencesForm preferences={preferences} />}
        {!preferences && error && <Trouble message={messageOf(error)} onRetry={() => void refetch()} />}
        {!preferences && !error && <QuietLoading />}
      </Section>
      <Section title="Memory model">
        <MemoryModel />
      </Section>
      <Section title="Voice">
        <VoiceSettings />
      </Section>
    </SettingsFrame>
  );
}
