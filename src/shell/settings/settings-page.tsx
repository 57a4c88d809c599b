import { Section } from '#elements/web/page/section.tsx';

import { SignOut } from './sign-out.tsx';
import { ThemeField } from './theme-field.tsx';

/** The theme, and who is signed in. */
export function SettingsPage() {
  return (
    <>
      <Section title="Appearance">
        <ThemeField />
      </Section>
      <Section title="Signing out">
        <SignOut />
      </Section>
    </>
  );
}
