import type { IncomingHttpHeaders } from 'node:http';

import { fastifyCookie } from '@fastify/cookie';

import type { Credentials, Identity } from '#account/server/sign-ins.ts';
import { AppError } from '#wire/error-kind.ts';

import type { RateLimits } from './rate-limits.ts';

/** The name includes the port, since cookies do not: two servers on one machine do not overwrite each other's. */
export function cookieName(port: number): string {
  return `warren_${port}`;
}

export function credentialsOf(headers: IncomingHttpHeaders, cookie: string): Credentials {
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  return { bearer, cookie: fastifyCookie.parse(headers.cookie ?? '')[cookie] };
}

interface CallerDeps {
  identify(credentials: Credentials): Promise<Identity | null>;
  readonly limits: RateLimits;
}

/** The person who sent a request. Throws an AppError if nobody is signed in. */
export async function requireIdentity(deps: CallerDeps, credentials: Credentials, address: string): Promise<Identity> {
  const identity = await deps.identify(credentials);
  deps.limits.request(identity?.person ?? address);
  if (identity) return identity;
  if (credentials.bearer !== undefined) deps.limits.wrongToken(address);
  throw new AppError('signed-out', 'Sign in first: open the link that Warren printed when it started.');
}
