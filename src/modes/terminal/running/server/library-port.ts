import type { Transaction } from 'kysely';

import type { Owned } from '#session/server/log/log.ts';

import type { LibraryWish } from '../../protocol.ts';
import type { TerminalTables } from './tables.ts';

/** The access that a program in a terminal gets to the library of its person. */
export interface LibraryPort {
  /** Where this server listens, such as `http://127.0.0.1:4600`. Known once sessions run. */
  readonly address: () => string;
  /** Makes a token for the program of a session, in the place of an earlier one. `name`: for the list of tokens. */
  readonly open: (access: Owned & LibraryWish & { readonly name: string }) => Promise<string>;
  /** Withdraws it. */
  readonly close: (trx: Transaction<TerminalTables>, owned: Owned) => Promise<void>;
}
