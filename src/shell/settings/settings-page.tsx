import { Section } from '#elements/web/page/section.tsx';
import { RecentChanges } from '#undo/web/recent-changes.tsx';

import { SignOut } from './sign-out.tsx';
import { ThemeField } from './theme-field.tsx';

/** The latest changes, the theme, and who is signed in. */
export function SettingsPage() {
  return (
    <>
      <Section title="Recent changes">
        <RecentChanges />
      </Section>
      <Section title="Appearance">
        <ThemeField />
      </Section>
      <Section title="Signing out">
        <SignOut />
      </Section>
    </>
  );
}
