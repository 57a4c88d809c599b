import { z } from 'zod';

import { personName } from '#account/protocol.ts';
import { id } from '#session/protocol.ts';

const MAX_NAME = 60;

/**
 * The permissions of a program's token. `capture` is never combined with others: such a program is no agent, and calls
 * no tools.
 */
const accessScope = z.enum(['read', 'keep', 'recall', 'capture']);
export type AccessScope = z.infer<typeof accessScope>;

/** `POST /api/access-tokens`: a token for a program, by a name of the person's own. */
export const newAccessToken = z.object({
  name: personName.max(MAX_NAME, `A name has at most ${MAX_NAME} characters.`),
  scopes: z
    .array(accessScope)
    .min(1, 'Choose what the program may do.')
    .refine((scopes) => new Set(scopes).size === scopes.length, 'Name each once.')
    .refine((scopes) => scopes.length === 1 || !scopes.includes('capture'), '“capture” is given alone.'),
  /** The only bucket that it can read and add to; null: the whole library. */
  bucketId: id.nullable().default(null),
});
export type NewAccessToken = z.input<typeof newAccessToken>;

const accessToken = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(accessScope),
  bucketId: z.string().nullable(),
  /** The terminal session with which it ends; null for a token that the person created. */
  session: z.string().nullable(),
  createdAt: z.int(),
  /** At most ten minutes late; null if it was never used. */
  lastUsedAt: z.int().nullable(),
  /** The program that was last seen with it, by the name that it gave. */
  client: z.string().nullable(),
});
export type AccessToken = z.infer<typeof accessToken>;
/** `GET /api/access-tokens` */
export const accessTokensAnswer = z.object({
  tokens: z.array(accessToken),
  /** The path of `bin/warren`, and the data folder, for programs on the machine that Warren runs on. */
  launcher: z.string(),
  home: z.string(),
});
export type AccessTokensAnswer = z.infer<typeof accessTokensAnswer>;
