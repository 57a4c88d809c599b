import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';

import type { buildConnector } from 'undici';

import { UnreadableDocument } from '#library/ingestion/server/read-document.ts';

import type { AddressPolicy } from './address-policy.ts';

export type Resolve = (hostname: string) => Promise<readonly { readonly address: string; readonly family: number }[]>;

export const resolveAll: Resolve = (hostname) => lookup(hostname, { all: true });

interface Checking {
  readonly policy: AddressPolicy;
  readonly resolve: Resolve;
  /** Undici's connector factory. */
  readonly build: typeof buildConnector;
  /** Limit for the connection including TLS, in ms. */
  readonly timeoutMs: number;
  /** The error for a forbidden address; null to connect anyway. */
  readonly refusal?: (verdict: 'private' | 'port') => Error | null;
}

/**
 * Connects only to checked addresses: it resolves a name once per connection and connects to the addresses of that
 * answer, so that a second answer cannot differ (DNS rebinding).
 */
export function checkedConnector({
  policy,
  resolve,
  build,
  timeoutMs,
  refusal = unfetched,
}: Checking): buildConnector.connector {
  return (options, callback) => {
    const hostname = options.hostname.replace(/^\[(.*)\]$/, '$1');
    const port = Number(options.port === '' ? (options.protocol === 'https:' ? 443 : 80) : options.port);
    const family = isIP(hostname);
    void Promise.resolve(family === 0 ? resolve(hostname) : [{ address: hostname, family }]).then(
      (addresses) => {
        const verdict = policy.verdict({ hostname, port, addresses: addresses.map(({ address }) => address) });
        const refused = verdict === 'allowed' ? null : refusal(verdict);
        if (addresses.length === 0) callback(new UnreadableDocument(...noSuchSite(hostname)), null);
        else if (refused) callback(refused, null);
        else connectTo(addresses);
      },
      (error: Error) => callback(error, null),
    );

    function connectTo(addresses: Awaited<ReturnType<Resolve>>): void {
      const connect = build({
        timeout: timeoutMs,
        // One connection serves one document; HTTP/2 would only add possible failures.
        allowH2: false,
        lookup(_name, { all }, answer) {
          const [first] = addresses;
          if (all) answer(null, [...addresses]);
          else if (first) answer(null, first.address, first.family);
        },
      });
      connect(options, callback);
    }
  };
}

type Refusal = ConstructorParameters<typeof UnreadableDocument>;

export function noSuchSite(hostname: string): Refusal {
  return [`There is no site named ${hostname}.`, { remedy: 'Check the address.' }];
}

function unfetched(verdict: 'private' | 'port'): UnreadableDocument {
  return new UnreadableDocument(...REFUSED[verdict]);
}

const REFUSED: Readonly<Record<'private' | 'port', Refusal>> = {
  private: [
    'This address leads into a private network, and only public ones are fetched.',
    {
      remedy: 'Paste the text instead. Who runs this server can allow the address with WARREN_ALLOW_PRIVATE_ADDRESSES.',
    },
  ],
  port: [
    'Only the usual ports of the web, 80 and 443, are fetched from.',
    {
      remedy: 'Paste the text instead. Who runs this server can allow the host with WARREN_ALLOW_PRIVATE_ADDRESSES.',
    },
  ],
};
