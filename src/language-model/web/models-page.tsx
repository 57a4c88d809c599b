import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';

import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { Section } from '#elements/web/page/section.tsx';
import { ProblemNotice } from '#elements/web/problem-notice.tsx';
import { messageOf } from '#http-client/web/api.ts';

import type { LocalServer, ModelSettings } from '../protocol.ts';
import { LocalOffer } from './local/local-offer.tsx';
import { canBeAsked } from './providers/data-destination.ts';
import { ProviderRow } from './providers/provider-row.tsx';
import { localServersQuery, modelSettingsQuery } from './queries.ts';
import { ModelForEverything } from './roles/model-for-everything.tsx';
import { RolesList } from './roles/roles-list.tsx';
import { Spending } from './spending/spending.tsx';

/** Identifies the form for all roles together, beside those of one provider or role. */
const EVERYTHING = 'everything';

/**
 * The providers with their keys, the model for each role, and their cost. Only one form is open at a time, because it
 * has the primary button of the page.
 */
export function ModelsPage() {
  // A limit can have been changed in another window.
  const { data: settings, error, refetch } = useQuery({ ...modelSettingsQuery, refetchOnWindowFocus: 'always' });
  const { data: servers = [] } = useQuery({ ...localServersQuery, refetchOnMount: 'always' });
  const [open, setOpen] = useState<string | null>(null);
  if (!settings)
    return error ? <ProblemNotice message={messageOf(error)} onRetry={() => void refetch()} /> : <QuietLoading />;
  return (
    <>
      <LocalModels servers={servers} settings={settings} />
      <Section title="Keys and addresses">
        <ModelsIntro settings={settings} />
        <ProvidersList settings={settings} open={open} onOpen={setOpen} />
      </Section>
      <Section title="Who answers">
        <p className="mb-3 max-w-[62ch] text-ink-soft">{playersOf(settings)}</p>
        <ModelForEverything
          settings={settings}
          isOpen={open === EVERYTHING}
          onOpen={(isOpen) => setOpen(isOpen ? EVERYTHING : null)}
        />
        <FoldedRoles settings={settings} open={open} onOpen={setOpen} />
      </Section>
      <Spending settings={settings} />
    </>
  );
}

/** The list of roles, unfolded at first if a choice is not in effect. */
function FoldedRoles(props: ComponentProps<typeof RolesList>) {
  const { roles, providers } = props.settings;
  const [isOpen, setOpen] = useState(roles.some(({ notice }) => notice !== null) && providers.some(canBeAsked));
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="cursor-pointer py-1.5 font-medium text-ink-soft hover:text-ink">
        A model for each role
      </summary>
      <div className="pt-3">
        <RolesList {...props} />
      </div>
    </details>
  );
}

/** The models of the roles that converse, in a sentence: `Claude Opus 5.5 and Claude Haiku 4.5 answer.` */
function playersOf({ roles }: ModelSettings): string {
  const talking = roles.filter(({ id }) => id !== 'embedder' && id !== 'checker');
  const models = new Set(talking.flatMap(({ isEmbedded, playedBy }) => (isEmbedded ? [] : [playedBy])));
  const names = [...models, ...(talking.some(({ isEmbedded }) => isEmbedded) ? ['what is built in'] : [])];
  const all = new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
  return `${all.charAt(0).toUpperCase()}${all.slice(1)} ${names.length === 1 ? 'answers' : 'answer'}.`;
}

/** Explains offline mode, or what works without a key and what a key adds. */
function ModelsIntro({ settings }: { readonly settings: ModelSettings }) {
  if (settings.isOffline)
    return (
      <Lead>
        Warren is offline (WARREN_OFFLINE): only what is built in answers, and nothing leaves this machine. Changes made
        here are saved and apply once Warren is started without it.
      </Lead>
    );
  if (!settings.providers.some(canBeAsked))
    return (
      <Lead>
        What is built in asks, compares your words with your points, notices tangents, quotes your sources and names
        sets, all on this machine. With a key for Anthropic or the address of a local model, the tutor can talk freely
        and the evaluator understands more of what you say.
      </Lead>
    );
  return null;
}

function Lead({ children }: { readonly children: React.ReactNode }) {
  return <p className="mb-4 max-w-[62ch] text-ink-soft">{children}</p>;
}

interface ProvidersListProps {
  readonly settings: ModelSettings;
  /** The provider whose form is open, or null. */
  readonly open: string | null;
  readonly onOpen: (provider: string | null) => void;
}

export function ProvidersList({ settings, open, onOpen }: ProvidersListProps) {
  return (
    <ul>
      {settings.providers.map((provider) => (
        <ProviderRow
          key={provider.id}
          provider={provider}
          roles={settings.roles}
          isOffline={settings.isOffline}
          isOpen={open === provider.id}
          onOpen={(isOpen) => onOpen(isOpen ? provider.id : null)}
        />
      ))}
    </ul>
  );
}

interface LocalModelsProps {
  readonly servers: readonly LocalServer[];
  readonly settings: ModelSettings;
}

/** Model servers on this machine that the tutor does not use. */
function LocalModels({ servers, settings }: LocalModelsProps) {
  const unused = servers.filter((server) => !isTutorAt(server, settings));
  if (unused.length === 0) return null;
  return (
    <Section title="On this machine">
      <ul>
        {unused.map((server) => (
          <li
            key={server.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0 first:pt-0"
          >
            <LocalOffer server={server} heading="h3" />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function isTutorAt({ baseUrl }: LocalServer, { roles, providers }: ModelSettings): boolean {
  const tutor = roles.find(({ id }) => id === 'tutor');
  const isThere = providers.some((provider) => provider.id === 'openai' && provider.baseUrl === baseUrl);
  return isThere && tutor?.isEmbedded === false && tutor.choice.provider === 'openai';
}
