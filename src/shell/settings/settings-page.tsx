import { useQuery, useQueryClient } from '@tanstack/react-query';

import { meQuery } from '#account/web/queries.ts';
import { SignInLink } from '#account/web/sign-ins/sign-in-link.tsx';
import { SignIns } from '#account/web/sign-ins/sign-ins.tsx';
import { signOut } from '#account/web/sign-out.ts';
import { Button } from '#elements/web/button.tsx';
import { Section } from '#elements/web/page/section.tsx';
import type { ThemeChoice } from '#elements/web/page/shown-theme.ts';
import { useToast } from '#elements/web/toast.tsx';
import { messageOf } from '#http-client/web/api.ts';

import { chooseTheme, useThemeChoice } from '../theme.ts';

const CHOICES: readonly { choice: ThemeChoice; label: string }[] = [
  { choice: 'system', label: 'System' },
  { choice: 'light', label: 'Light' },
  { choice: 'dark', label: 'Dark' },
];

/** The theme, and where the person is signed in. */
export function SettingsPage() {
  return (
    <>
      <Section title="Appearance">
        <ThemeField />
      </Section>
      <Section title="Your sign-in link">
        <SignInLink />
      </Section>
      <Section title="Signing out">
        <SignOut />
      </Section>
      {/* Last, because its length varies: nothing below it moves when the list arrives. */}
      <Section title="Where you are signed in">
        <SignIns />
      </Section>
    </>
  );
}

function SignOut() {
  const queries = useQueryClient();
  const { data: me } = useQuery(meQuery);
  const toast = useToast();
  const leave = async () => {
    try {
      const hasEnded = await signOut();
      // The page then drops its stored answers, and the shares that wait.
      queries.setQueryData(meQuery.queryKey, null);
      if (!hasEnded)
        toast({
          text: 'Signed out here. Warren cannot be reached: this browser ends its sign-in there once it can.',
          isForEveryPage: true,
        });
    } catch (error) {
      toast({ text: messageOf(error) });
    }
  };
  return (
    <>
      <p className="mb-3 text-ink-soft">
        {me?.name ? `You are signed in as ${me.name}. ` : ''}To sign in again you need the link that Warren printed.
      </p>
      <Button onClick={() => void leave()}>Sign out</Button>
    </>
  );
}

function ThemeField() {
  const chosen = useThemeChoice();
  return (
    <fieldset className="flex flex-wrap gap-x-5 gap-y-1">
      <legend className="sr-only">Theme</legend>
      {CHOICES.map(({ choice, label }) => (
        <label key={choice} className="flex min-h-[34px] items-center gap-2">
          <input
            type="radio"
            name="theme"
            value={choice}
            checked={choice === chosen}
            onChange={() => chooseTheme(choice)}
            className="size-4 accent-(--accent)"
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
