import { SignInLink } from '#account/web/sign-ins/sign-in-link.tsx';
import { SignIns } from '#account/web/sign-ins/sign-ins.tsx';
import { Section } from '#elements/web/page/section.tsx';
import { RecentChanges } from '#undo/web/recent-changes.tsx';

import { SignOut } from './sign-out.tsx';
import { ThemeField } from './theme-field.tsx';

/** The latest changes, the theme, and who is signed in and where. */
export function SettingsPage() {
  return (
    <>
      <Section title="Recent changes">
        <RecentChanges />
      </Section>
      <Section title="Appearance">
        <ThemeField />
      </Section>
      <Section title="Where you are signed in">
        <SignIns />
      </Section>
      <Section title="Your sign-in link">
        <SignInLink />
      </Section>
      <Section title="Signing out">
        <SignOut />
      </Section>
    </>
  );
}
