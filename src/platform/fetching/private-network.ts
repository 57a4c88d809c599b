import { isIP } from 'node:net';

import type { Agent, fetch as undiciFetch } from 'undici';

import { createAddressPolicy } from './address-policy.ts';
import { checkedConnector, type Resolve, resolveAll } from './checked-connector.ts';

const CONNECT_MS = 10_000;

/** A rejected connection to a private address. Its code identifies it. */
class PrivateAddress extends Error {
  readonly code = 'ERR_PRIVATE_ADDRESS';
}

interface Options {
  /** Host names, addresses and ranges that may be connected to although they are private. */
  readonly allowed: readonly string[];
  readonly resolve?: Resolve;
}

/** Recognises addresses in the private network, and fetches from all others. */
export function createPrivateNetwork({ allowed, resolve = resolveAll }: Options) {
  const policy = createAddressPolicy(allowed);
  let opened: Promise<{ readonly fetch: typeof undiciFetch; readonly dispatcher: Agent }> | undefined;

  async function open() {
    const { Agent: Client, buildConnector, fetch } = await import('undici');
    const refusal = (verdict: 'private' | 'port') =>
      verdict === 'private' ? new PrivateAddress('This address leads into a private network.') : null;
    const connect = checkedConnector({ policy, resolve, build: buildConnector, timeoutMs: CONNECT_MS, refusal });
    // No limits here, because the caller limits the time.
    return { fetch, dispatcher: new Client({ connect, headersTimeout: 0, bodyTimeout: 0 }) };
  }

  return {
    async holds(url: URL): Promise<boolean> {
      const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1');
      const found = isIP(hostname) === 0 ? await resolve(hostname).catch(() => []) : [{ address: hostname }];
      const addresses = found.map(({ address }) => address);
      return found.length > 0 && policy.verdict({ hostname, port: 443, addresses }) === 'private';
    },
    /** Undici's fetch, because Node's accepts only agents of its own version. */
    fetchOutside: (async (address: string | URL, init?: object) => {
      const { fetch, dispatcher } = await (opened ??= open());
      return fetch(address, { ...init, dispatcher });
    }) as unknown as typeof globalThis.fetch,
  };
}
