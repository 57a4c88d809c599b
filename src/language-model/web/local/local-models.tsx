import { Section } from '#elements/web/page/section.tsx';

import type { LocalServer, ModelSettings } from '../../protocol.ts';
import { LocalOffer } from './local-offer.tsx';

interface LocalModelsProps {
  readonly servers: readonly LocalServer[];
  readonly settings: ModelSettings;
}

/** Model servers on this machine that the tutor does not use. */
export function LocalModels({ servers, settings }: LocalModelsProps) {
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
