import { isIP } from 'node:net';

import ipaddr from 'ipaddr.js';

/** Which addresses may be connected to. */
export interface AddressPolicy {
  /** `hostname` without brackets, as it stands in the address that was asked for. */
  verdict(connection: {
    readonly hostname: string;
    readonly port: number;
    readonly addresses: readonly string[];
  }): AddressVerdict;
}

type AddressVerdict = 'allowed' | 'private' | 'port';

const PORTS: readonly number[] = [80, 443];

/** Addresses that look public but serve one cloud's machines: Azure's metadata. */
const HOST_ONLY = ['168.63.129.16'];

/**
 * Allows public addresses at the ports of http and https, and at any port what `allowed` names: host names, addresses
 * and ranges such as `10.0.0.0/8`. All addresses of a name must be allowed, because any of them may be connected to.
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

/** Tells whether an address is one of these addresses and ranges. */
export function createAddressList(entries: readonly string[]): (address: string) => boolean {
  const ranges = entries.flatMap((entry) => rangeOf(entry) ?? []);
  return (address) => {
    if (isIP(address) === 0) return false;
    const parsed = ipaddr.parse(address);
    return ranges.some(({ range, bits }) => range.kind() === parsed.kind() && parsed.match(range, bits));
  };
}

/** Whether an address is reachable from everywhere. What translates to another address, such as NAT64, is not. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 0 || HOST_ONLY.includes(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  // Only 2000::/3 is assigned to public addresses.
  return parsed.kind() === 'ipv4' || parsed.match(ipaddr.parse('2000::'), 3);
}

function rangeOf(entry: string): { range: ipaddr.IPv4 | ipaddr.IPv6; bits: number } | undefined {
  const [address = '', bits] = entry.split('/');
  if (isIP(address) === 0) return undefined;
  const range = ipaddr.parse(address);
  return { range, bits: Number(bits ?? (range.kind() === 'ipv4' ? 32 : 128)) };
}
