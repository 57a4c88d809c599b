import type { ComponentType, ReactNode } from 'react';

import { Section } from '#elements/web/page/section.tsx';

import { MemoryModelPanel } from '../scheduling/web/memory-model/memory-model.tsx';
import { VoiceSettings } from '../voice/web/voice-settings.tsx';

interface RecallSettingsPageProps {
  /** The preferences stored in the person's account, above the rest of the page. */
  readonly Preferences: ComponentType<{ readonly children: ReactNode }>;
}

export function RecallSettingsPage({ Preferences }: RecallSettingsPageProps) {
  return (
    <Preferences>
      <Section title="Dictation and reading aloud">
        <VoiceSettings />
      </Section>
      <Section title="Memory model">
        <MemoryModelPanel />
      </Section>
    </Preferences>
  );
}
