import type { Transaction } from 'kysely';

import { createAccessToken, withdrawTokensOf } from '#account/server/access-tokens.ts';
import type { AccountTables } from '#account/server/tables.ts';
import type { ServerContribution } from '#contribution/server/contribution.ts';
import { type Database, tablesOf } from '#database/server/database.ts';
import { chatMessages } from '#modes/terminal/chat/domain/chat-messages.ts';
import type { LibraryPort } from '#modes/terminal/running/server/library-port.ts';
import type { TerminalTables } from '#modes/terminal/running/server/tables.ts';
import { type TerminalAdapters, terminalContribution } from '#modes/terminal/server/terminal-contribution.ts';
import {
  findLeftFiles,
  type FoundFiles,
  terminalData,
  terminalTraces,
} from '#modes/terminal/server/terminal-traces.ts';
import { PtyHostClient } from '#platform/pty/host/pty-host-client.ts';
import { socketFolder } from '#platform/sockets/socket-folder.ts';

import type { Settings } from './settings.ts';

interface Surroundings {
  /** The environment of the programs in terminals. */
  readonly environment: NodeJS.ProcessEnv;
  readonly version: string;
  /** The address of the server, once it listens. */
  readonly address: () => string;
}

/** The terminal mode with its adapters to the system. */
export function terminalOf(
  { home, recordingLimits, terminals }: Settings,
  { environment, version, address }: Surroundings,
): ServerContribution {
  const host = new PtyHostClient({ home, version, waitMs: terminals.waitMs });
  const libraryOf = libraryAt(address);
  return terminalContribution({ host, ...terminals, environment, home, socketFolder, recordingLimits, libraryOf });
}

const libraryAt =
  (address: () => string): TerminalAdapters['libraryOf'] =>
  ({ database: store, now, newId }): LibraryPort => {
    const database = tablesOf<AccountTables>(store);
    return {
      address,
      async open({ person, session, name, bucketId, canKeep }) {
        await database.write((trx) => withdrawTokensOf(trx, { person, session }));
        const scopes = canKeep ? (['read', 'keep'] as const) : (['read'] as const);
        const made = { person, name, scopes, bucketId, session };
        return (await createAccessToken({ database, now, newId }, made)).token;
      },
      // The transaction can access all tables.
      close: (trx, owned) => withdrawTokensOf(trx as unknown as Transaction<AccountTables>, owned),
    };
  };

/** A person's terminal data: rows, messages that other slices export, and files beside the database. */
export const personalTerminals = {
  data: terminalData,
  messages: chatMessages,
  tracesOf: (store: Database<object>, home: string) => terminalTraces(tablesOf<TerminalTables>(store), home),
};

export function leftFilesOf(database: Database<object>, home: string): Promise<FoundFiles> {
  return findLeftFiles(tablesOf<TerminalTables>(database).read, home);
}
