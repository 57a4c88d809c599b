import { Section } from './section.tsx';
import { SettingsFrame } from './settings-frame.tsx';
import { SignOut } from './sign-out.tsx';
import { ThemeField } from './theme-field.tsx';

/** How Warren looks, and who is signed in. */
export function SettingsPage() {
  return (
    <SettingsFrame>
      <Section title="Appearance">
        <ThemeField />
      </Section>
      <Section title="Signing out">
        <SignOut />
      </Section>
    </SettingsFrame>
  );
}
