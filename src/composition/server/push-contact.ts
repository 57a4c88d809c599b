import { isIP } from 'node:net';

/** Ends of names that only one network knows, or none. */
const NOT_PUBLIC =
  /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home|corp|private|test|invalid|example|home\.arpa)$/u;

/**
 * The contact address that push services get: the one that is set, else the first public name. Undefined if there is
 * neither: Apple's service refuses an address that it cannot find, such as one of a private name.
 */
export function pushContact(set: string | undefined, allowedHosts: readonly string[]): string | undefined {
  if (set !== undefined) return set;
  const name = allowedHosts.find((host) => isPublicName(host));
  return name === undefined ? undefined : `https://${name}`;
}

/** As push services take it, `mailto:` or `https:` at a public name, with nothing around it. */
export function isPushContact(text: string): boolean {
  const { host } = /^(?:mailto:[^\s<>@]+@|https:\/\/)(?<host>[^\s<>/?#@]+)(?:\/[^\s<>]*)?$/u.exec(text)?.groups ?? {};
  return host !== undefined && isPublicName(host);
}

function isPublicName(host: string): boolean {
  const name = host.replace(/:\d+$/u, '').toLowerCase();
  return isIP(name) === 0 && /^[^.[\]]+(?:\.[^.[\]]+)*\.[a-z][a-z0-9-]+$/u.test(name) && !NOT_PUBLIC.test(name);
}
