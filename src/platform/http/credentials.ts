import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

import { fastifyCookie } from '@fastify/cookie';

import type { Credentials, Identity } from '#account/server/sign-ins.ts';
import { AppError } from '#wire/error-kind.ts';

import type { ClientAddress } from './client-address.ts';
import type { Connections } from './connections.ts';
import type { RateLimits } from './rate-limits.ts';
import type { TokenGuesses } from './token-guesses.ts';

/**
 * The name includes the port, since cookies do not: two servers on one machine do not overwrite each other's. That of a
 * page with TLS is another one, since a page without it cannot replace a secure cookie.
 */
export function cookieName(port: number, isSecure: boolean): string {
  return `warren_${port}${isSecure ? '_tls' : ''}`;
}

export function credentialsOf(headers: IncomingHttpHeaders, port: number): Credentials {
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  const cookies = fastifyCookie.parse(headers.cookie ?? '');
  return { bearer, cookie: cookies[cookieName(port, true)] ?? cookies[cookieName(port, false)] };
}

export interface CallerDeps {
  identify(credentials: Credentials): Promise<Identity | null>;
  readonly limits: RateLimits;
  readonly guesses: TokenGuesses;
  readonly connections: Connections;
  readonly addressOf: ClientAddress;
}

/** The person who sent a request. Throws an AppError if nobody is signed in. */
export async function requireIdentity(
  deps: CallerDeps,
  credentials: Credentials,
  request: IncomingMessage,
): Promise<Identity> {
  const address = deps.addressOf(request);
  const { bearer } = credentials;
  const identity = await (bearer === undefined
    ? deps.identify(credentials)
    : checkToken(deps.guesses, { address, token: bearer }, () => deps.identify(credentials)));
  deps.limits.request(identity?.person ?? address);
  if (identity) {
    deps.connections.know(request.socket, identity.person);
    return identity;
  }
  throw new AppError('signed-out', 'Sign in first: open the link that Warren printed when it started.');
}

/** Every token that somebody presents is checked through here. `check` returns null if it is wrong. */
export async function checkToken<Found>(
  guesses: TokenGuesses,
  { address, token }: { readonly address: string; readonly token: string },
  check: () => Promise<Found | null>,
): Promise<Found | null> {
  const settle = guesses.begin(address, token);
  let isRight: boolean | null = null;
  try {
    const found = await check();
    isRight = found !== null;
    return found;
  } finally {
    settle(isRight);
  }
}
