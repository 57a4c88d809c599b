import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Identity } from '#account/server/sign-ins.ts';

import type { Answering } from './answering.ts';
import { type CallerDeps, type Presented, requireIdentity } from './credentials.ts';
import { passOn } from './passing-on/pass-on.ts';

interface CallerHereDeps extends CallerDeps {
  readonly answering: Answering;
}

interface Sent {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/**
 * Returns who sent a request if this server serves them. Otherwise passes the request on to the server that does, and
 * the caller has nothing left to do. Call it before the body is read, so that only known clients can send large bodies.
 */
export async function callerHere(
  deps: CallerHereDeps,
  { request, reply }: Sent,
  presented: Presented,
): Promise<Identity | undefined> {
  const { servedBy: to, ...identity } = await requireIdentity(deps, presented, request.raw);
  const { person } = identity;
  if (to !== null && deps.passingOn) {
    await passOn(deps.passingOn, { request, reply, person, to });
    return undefined;
  }
  deps.answering.add(person, reply.raw);
  return identity;
}
