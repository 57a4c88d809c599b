import { isIP } from 'node:net';

import ipaddr from 'ipaddr.js';

/** Decides which addresses may be connected to. */
export interface AddressPolicy {
  /** `hostname` is the host of the requested address, without brackets. */
  verdict(connection: {
    readonly hostname: string;
    readonly port: number;
    readonly addresses: readonly string[];
  }): AddressVerdict;
}

type AddressVerdict = 'allowed' | 'private' | 'port';

const PORTS: readonly number[] = [80, 443];

/** Addresses that look public but belong to a cloud's internal services: Azure's metadata. */
const HOST_ONLY = ['168.63.129.16'];

/**
 * Permits public addresses at the ports of http and https, and everything in `allowed` at any port: host names,
 * addresses and ranges such as `10.0.0.0/8`. All addresses of a name must be permitted, because any of them may be
 * connected to.
 */
export function createAddressPolicy(allowed: readonly string[]): AddressPolicy {
  const isListed = createAddressList(allowed);
  const names = new Set(allowed.map((entry) => entry.toLowerCase()));

  return {
    verdict({ hostname, port, addresses }) {
      if (names.has(hostname)) return 'allowed';
      const unlisted = addresses.filter((address) => !isListed(address));
      if (!unlisted.every(isPublic)) return 'private';
      return unlisted.length === 0 || PORTS.includes(port) ? 'allowed' : 'port';
    },
  };
}

/** Returns a function that reports whether an address is one of these addresses or in one of these ranges. */
export function createAddressList(entries: readonly string[]): (address: string) => boolean {
  const ranges = entries.flatMap((entry) => rangeOf(entry) ?? []);
  return (address) => {
    if (isIP(address) === 0) return false;
    const parsed = ipaddr.parse(address);
    return ranges.some(({ range, bits }) => range.kind() === parsed.kind() && parsed.match(range, bits));
  };
}

/**
 * Reports whether an address is globally reachable. Prefixes that translate to other addresses, such as NAT64, are not.
 */
export function isPublic(address: string): boolean {
  if (isIP(address) === 0 || HOST_ONLY.includes(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  // Public addresses are assigned only from 2000::/3.
  return parsed.kind() === 'ipv4' || parsed.match(ipaddr.parse('2000::'), 3);
}

function rangeOf(entry: string): { range: ipaddr.IPv4 | ipaddr.IPv6; bits: number } | undefined {
  const [address = '', bits] = entry.split('/');
  if (isIP(address) === 0) return undefined;
  const range = ipaddr.parse(address);
  return { range, bits: Number(bits ?? (range.kind() === 'ipv4' ? 32 : 128)) };
}
