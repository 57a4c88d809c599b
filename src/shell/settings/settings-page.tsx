import { useQuery, useQueryClient } from '@tanstack/react-query';

import { AgentsList } from '#account/web/agents-list.tsx';
import { PreferencesForm } from '#account/web/preferences-form.tsx';
import { agentsQuery, meQuery, preferencesQuery } from '#account/web/queries.ts';
import { Button } from '#elements/web/button.tsx';
import { PageHeading } from '#elements/web/page-heading.tsx';
import { Page } from '#elements/web/page.tsx';
import { useToast } from '#elements/web/toast.tsx';
import { Trouble } from '#elements/web/trouble.tsx';
import { api, messageOf } from '#session/web/api.ts';

import { ThemeField } from './theme-field.tsx';

/** How Warren looks, when a day begins, who answers. */
export function SettingsPage() {
  const preferences = useQuery(preferencesQuery);
  const agents = useQuery(agentsQuery);
  const { data: me } = useQuery(meQuery);
  return (
    <Page width="reading">
      <PageHeading title="Settings" />
      <Section title="Appearance">
        <ThemeField />
      </Section>
      <Section title="Recall">
        {preferences.data && <PreferencesForm preferences={preferences.data} />}
        {preferences.error && !preferences.data && (
          <Trouble message={messageOf(preferences.error)} onRetry={() => void preferences.refetch()} />
        )}
      </Section>
      <Section title="Who answers" id="agents">
        {agents.data && <AgentsList agents={agents.data} />}
        {agents.error && !agents.data && (
          <Trouble message={messageOf(agents.error)} onRetry={() => void agents.refetch()} />
        )}
      </Section>
      <Section title="Signing out">
        <p className="mb-3 text-ink-soft">
          {me ? `You are signed in as ${me.name}. ` : ''}To sign in again you need the link that Warren printed.
        </p>
        <SignOut />
      </Section>
    </Page>
  );
}

interface SectionProps {
  readonly title: string;
  readonly id?: string;
  readonly children: React.ReactNode;
}

function Section({ title, id, children }: SectionProps) {
  return (
    <section id={id} className="mt-6 border-t border-line pt-5">
      <h2 className="mb-3 text-sm font-semibold">{title}</h2>
      {children}
    </section>
  );
}

function SignOut() {
  const queries = useQueryClient();
  const toast = useToast();
  const signOut = async () => {
    try {
      await api('POST', '/api/sign-out');
      // First the sign-in page, which takes everything else off the screen; then what it showed is forgotten.
      queries.setQueryData(meQuery.queryKey, null);
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meQuery.queryKey[0] });
    } catch (error) {
      toast({ text: messageOf(error) });
    }
  };
  return <Button onClick={() => void signOut()}>Sign out</Button>;
}
