import type { ComponentType } from 'react';

import { Section } from '#elements/web/page/section.tsx';

import { MemoryModelPanel } from '../scheduling/web/memory-model/memory-model.tsx';
import { VoiceSettings } from '../voice/web/voice-settings.tsx';

interface RecallSettingsPageProps {
  /** The preferences stored in the person's account. */
  readonly Preferences: ComponentType;
}

export function RecallSettingsPage({ Preferences }: RecallSettingsPageProps) {
  return (
    <>
      <Section title="Days and reviews">
        <Preferences />
      </Section>
      <Section title="Memory model">
        <MemoryModelPanel />
      </Section>
      <Section title="Dictation and reading aloud">
        <VoiceSettings />
      </Section>
    </>
  );
}
