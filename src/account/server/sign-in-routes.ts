import { z } from 'zod';

import { AppError } from '#wire/error-kind.ts';
import { route, type Route } from '#wire/route.ts';

import { signInsAnswer, tokenAnswer } from '../protocol.ts';
import { renewToken, type RenewTokenDeps } from './renew-token.ts';
import { endSignIns, listSignIns } from './sign-in-list.ts';

/** Routes for the sign-ins of the person. A running server closes the sockets of sign-ins that they end. */
export function signInRoutes(deps: RenewTokenDeps): Route[] {
  const { database } = deps;
  return [
    route({
      method: 'GET',
      path: '/api/sign-ins',
      summary: 'Where the person is signed in',
      answer: signInsAnswer,
      async handle({ person, signIn }) {
        return { signIns: await listSignIns(database.read, { person, own: signIn, now: deps.now() }) };
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/sign-ins',
      summary: 'Signs the person out everywhere but here',
      answer: z.undefined(),
      async handle({ person, signIn }) {
        await endSignIns(deps, person, { except: signIn });
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/sign-ins/:signIn',
      summary: 'Ends one sign-in',
      answer: z.undefined(),
      async handle({ person, params: { signIn = '' } }) {
        const ended = await endSignIns(deps, person, { only: signIn });
        if (ended === 0) throw new AppError('not-found', 'This sign-in has ended already.');
      },
    }),
    route({
      method: 'POST',
      path: '/api/me/token',
      summary: 'Renews the person’s token: the old one and every sign-in but this one end',
      answer: tokenAnswer,
      handle: async ({ person, signIn }) => ({ token: await renewToken(deps, { person, except: signIn }) }),
    }),
  ];
}
