import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

import { fastifyCookie } from '@fastify/cookie';

import type { Access } from '#account/server/access-tokens.ts';
import type { Credentials, Identity } from '#account/server/sign-ins.ts';
import { movedError, type OtherServer } from '#database/server/served-people.ts';
import { AppError } from '#wire/error-kind.ts';

import type { ClientAddress } from './client-address.ts';
import type { Connections } from './connections.ts';
import type { PassOnDeps } from './passing-on/pass-on.ts';
import type { RateLimits } from './rate-limits.ts';
import type { TokenGuesses } from './token-guesses.ts';

/** Servers of one cluster share their cookies, because their ports can differ. */
export type CookiePort = number | 'cluster';

/**
 * Cookies are not separated by port, so the name includes it: two servers on one machine do not overwrite each other's.
 * A page with TLS uses a different name, because a page without TLS cannot replace a secure cookie.
 */
export function cookieName(port: CookiePort, isSecure: boolean): string {
  return `warren_${port}${isSecure ? '_tls' : ''}`;
}

export function credentialsOf(headers: IncomingHttpHeaders, port: CookiePort): Credentials {
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
  readonly passingOn: PassOnDeps | undefined;
}

export interface Caller extends Identity {
  /** The server that serves the caller; null if it is this one. */
  readonly servedBy: OtherServer | null;
}

export interface Presented extends Credentials {
  /**
   * Which access tokens are accepted: none by default; capture tokens as well as the person's own sign-in; or only
   * tokens for tools.
   */
  readonly takes?: 'capture' | 'tools' | undefined;
}

/**
 * Returns who sent a request and which server serves them. Throws an AppError if nobody is signed in, or if the request
 * was passed on to this server and another one serves the person.
 */
export async function requireIdentity(
  deps: CallerDeps,
  { takes, ...credentials }: Presented,
  request: IncomingMessage,
): Promise<Caller> {
  const address = deps.addressOf(request);
  const { bearer } = credentials;
  const identity = await (bearer === undefined
    ? deps.identify(credentials)
    : checkToken(deps.guesses, { address, token: bearer }, () => deps.identify(credentials)));
  if (identity) requireFitting(identity.access, takes);
  // The server that reads from this one serves the person.
  const isRead = deps.passingOn?.hops.isRead(request) === true;
  const servedBy = (identity && !isRead && (await deps.passingOn?.claim(identity.person))) || null;
  const isPassedOn = deps.passingOn?.hops.addressOf(request) !== undefined;
  if (servedBy && isPassedOn) throw movedError();
  // The server that answers the request counts it.
  if (servedBy === null && !isRead)
    if (identity?.access) deps.limits[takes === 'tools' ? 'call' : 'capture'](identity.credential);
    else deps.limits.request(identity?.person ?? address);
  if (identity) {
    if (!isPassedOn) deps.connections.know(request.socket, identity.person);
    return { ...identity, servedBy };
  }
  if (takes !== 'tools')
    throw new AppError('signed-out', 'Sign in first: open the link that Warren printed when it started.');
  throw new AppError(
    'signed-out',
    bearer === undefined
      ? `Send an access token, as “Authorization: Bearer TOKEN”. ${MAKE_ONE}`
      : `This access token is not valid, or it was withdrawn. ${MAKE_ONE}`,
  );
}

const MAKE_ONE = 'Make one in Warren, in Settings under Programs.';

function requireFitting(access: Access | undefined, takes: Presented['takes']): void {
  const isCapture = access?.scopes.includes('capture') === true;
  if (takes === 'tools' ? access !== undefined && !isCapture : access === undefined || (isCapture && takes)) return;
  if (isCapture)
    throw new AppError('wrong-token', 'This token can only add to the library, at POST /api/library/capture.');
  if (access) throw new AppError('wrong-token', 'This token can only call tools, at /mcp.');
  throw new AppError(
    'wrong-token',
    `A sign-in token is not taken here: a program needs a token of its own. ${MAKE_ONE}`,
  );
}

/** Checks every token that a client presents. `check` returns null if the token is wrong. */
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
