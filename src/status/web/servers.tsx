import { queryOptions, useQuery } from '@tanstack/react-query';

import { Section } from '#elements/web/page/section.tsx';
import { api } from '#http-client/web/api.ts';

import type { ListedServer, ServersAnswer } from '../protocol.ts';

const WHILE_OPEN_MS = 5_000;

/** A single server is not listed. */
const areSeveral = (answer: ServersAnswer | undefined) => answer !== undefined && answer.servers.length > 1;

const serversQuery = queryOptions({
  queryKey: ['servers'],
  queryFn: () => api<ServersAnswer>('GET', '/api/servers'),
  retry: false,
  refetchInterval: ({ state }) => (areSeveral(state.data) ? WHILE_OPEN_MS : false),
});

/** The servers of this Warren, for the first person only. Renders nothing if there is one server, and for others. */
export function Servers() {
  const { data } = useQuery(serversQuery);
  if (!data || !areSeveral(data)) return null;
  return (
    <Section title="Servers">
      <ul>
        {data.servers.map((server) => (
          <li key={server.name} className="border-t border-line py-2 first:border-t-0 first:pt-0">
            <div>
              <span className="wrap-anywhere">{server.name}</span>{' '}
              <span className="text-ink-soft">{stateOf(server)}</span>
            </div>
            <div className="text-sm text-ink-faint tabular-nums">{countsOf(server)}</div>
            <div className="text-sm wrap-anywhere text-ink-faint">{placesOf(server)}</div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function stateOf({ state, silentMs, hasDuties }: ListedServer): string {
  if (state === 'silent') return `silent for ${Math.round(silentMs / 1_000)} seconds`;
  if (state === 'draining') return 'hands its people over';
  return hasDuties ? 'running, makes the backup of the night' : 'running';
}

function countsOf({ people, sockets, loadPercent, version }: ListedServer): string {
  const parts = [count(people, 'person', 'people'), count(sockets, 'connection'), `load ${loadPercent} %`];
  return `${parts.join(', ')}${version === '' ? '' : `, version ${version}`}`;
}

function placesOf({ address, internalAddress }: ListedServer): string {
  const internal = internalAddress === '' ? '' : `, for the other servers at ${internalAddress}`;
  return address === '' ? 'It does not listen yet.' : `At ${address}${internal}`;
}

function count(number: number, one: string, several = `${one}s`): string {
  return `${number} ${number === 1 ? one : several}`;
}
