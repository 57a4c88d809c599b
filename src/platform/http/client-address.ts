import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

import ipaddr from 'ipaddr.js';

import { createAddressList } from '../fetching/address-policy.ts';

/** A client can choose the lower half of an IPv6 address itself, so only these parts count. */
const OWN_PARTS = 4;

export type ClientAddress = (request: IncomingMessage) => string;

/**
 * The address that a request is counted for: the peer's or, behind trusted proxies, the last one in `X-Forwarded-For`
 * that is not a proxy's. Earlier entries are written by the client. An IPv6 address counts by its /64.
 */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const isTrusted = createAddressList(trustedProxies);
  return ({ socket, headers }) => {
    const forwarded = [headers['x-forwarded-for'] ?? []].flat().join().split(',').toReversed();
    let address = plain(socket.remoteAddress ?? '');
    for (const each of forwarded) {
      const before = plain(each.trim());
      if (!isTrusted(address) || isIP(before) === 0) break;
      address = before;
    }
    return networkOf(address);
  };
}

/** Removes port, brackets, zone and the IPv6 form of an IPv4 address. */
function plain(address: string): string {
  const bare = address
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*/s, '');
  return isIP(bare) === 0 ? bare : ipaddr.process(bare).toString();
}

function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const parts = ipaddr.IPv6.parse(address).parts.slice(0, OWN_PARTS);
  return `${parts.map((part) => part.toString(16)).join(':')}::/64`;
}
