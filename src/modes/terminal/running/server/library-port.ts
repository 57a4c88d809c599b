import type { Transaction } from 'kysely';

import type { Owned } from '#session/server/log/log.ts';

import type { LibraryWish } from '../../protocol.ts';
import type { TerminalTables } from './tables.ts';

/** The access of a program in a terminal to the library of its person. */
export interface LibraryPort {
  /** The address where this server listens, such as `http://127.0.0.1:4600`. Known once sessions run. */
  readonly address: () => string;
  /** Makes a token for the program of a session, and replaces an earlier one. `name`: shown in the list of tokens. */
  readonly open: (access: Owned & LibraryWish & { readonly name: string }) => Promise<string>;
  /** Revokes the token. */
  readonly close: (trx: Transaction<TerminalTables>, owned: Owned) => Promise<void>;
}
