import { isIP } from 'node:net';

/** Suffixes of names that resolve in one network only, or nowhere. */
const NOT_PUBLIC =
  /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home|corp|private|test|invalid|example|home\.arpa)$/u;

/**
 * The contact address for push services: the configured one, else the first public name. Undefined without both,
 * because Apple's service refuses an address that it cannot resolve, such as one with a private name.
 */
export function pushContact(set: string | undefined, allowedHosts: readonly string[]): string | undefined {
  if (set !== undefined) return set;
  const name = allowedHosts.find((host) => isPublicName(host));
  return name === undefined ? undefined : `https://${name}`;
}

/** Whether push services accept it: a bare `mailto:` or `https:` address at a public name. */
export function isPushContact(text: string): boolean {
  const { host } = /^(?:mailto:[^\s<>@]+@|https:\/\/)(?<host>[^\s<>/?#@]+)(?:\/[^\s<>]*)?$/u.exec(text)?.groups ?? {};
  return host !== undefined && isPublicName(host);
}

function isPublicName(host: string): boolean {
  const name = host.replace(/:\d+$/u, '').toLowerCase();
  return isIP(name) === 0 && /^[^.[\]]+(?:\.[^.[\]]+)*\.[a-z][a-z0-9-]+$/u.test(name) && !NOT_PUBLIC.test(name);
}
