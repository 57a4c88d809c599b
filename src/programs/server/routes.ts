import { z } from 'zod';

import { tokenAnswer } from '#account/protocol.ts';
import { createAccessToken, listAccessTokens, withdrawAccessToken } from '#account/server/access-tokens.ts';
import type { AccountDeps } from '#account/server/account-deps.ts';
import type { AccountTables } from '#account/server/tables.ts';
import { type Database, tablesOf } from '#database/server/database.ts';
import type { LibraryTables } from '#library/storage/server/tables.ts';
import { AppError } from '#wire/error-kind.ts';
import { route, type Route } from '#wire/route.ts';

import { accessTokensAnswer, newAccessToken } from '../protocol.ts';

export interface ProgramRoutesDeps extends Omit<AccountDeps, 'database'> {
  readonly store: Database<object>;
  readonly newId: () => string;
  /** The path of `bin/warren`, and the data folder. */
  readonly launcher: string;
  readonly home: string;
}

export function programRoutes({ store, launcher, home, ...rest }: ProgramRoutesDeps): Route[] {
  const database = tablesOf<AccountTables>(store);
  const deps = { ...rest, database };
  return [
    route({
      method: 'GET',
      path: '/api/access-tokens',
      summary: 'The access tokens of the person’s programs',
      answer: accessTokensAnswer,
      handle: async ({ person }) => ({ tokens: await listAccessTokens(database.read, person), launcher, home }),
    }),
    route({
      method: 'POST',
      path: '/api/access-tokens',
      summary: 'Makes an access token for a program. It is not shown again',
      body: newAccessToken,
      answer: tokenAnswer,
      async handle({ person, body }) {
        if (body.bucketId !== null) await requireBucket(store, { person, id: body.bucketId });
        const { token } = await createAccessToken(deps, { ...body, person, session: null });
        return { token };
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/access-tokens/:accessToken',
      summary: 'Withdraws an access token',
      answer: z.undefined(),
      handle: ({ person, params: { accessToken = '' } }) => withdrawAccessToken(deps, { person, id: accessToken }),
    }),
  ];
}

async function requireBucket(
  store: Database<object>,
  { person, id }: { readonly person: string; readonly id: string },
): Promise<void> {
  const found = await tablesOf<LibraryTables>(store)
    .read.selectFrom('buckets')
    .select('id')
    .where('person_id', '=', person)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!found) throw new AppError('not-found', 'This bucket does not exist.', { field: 'bucketId' });
}
