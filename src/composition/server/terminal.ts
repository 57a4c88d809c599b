import type { ServerContribution } from '#contribution/server/contribution.ts';
import { type Database, tablesOf } from '#database/server/database.ts';
import { chatMessages } from '#modes/terminal/chat/domain/chat-messages.ts';
import type { TerminalTables } from '#modes/terminal/running/server/tables.ts';
import { terminalContribution } from '#modes/terminal/server/terminal-contribution.ts';
import {
  findLeftFiles,
  type FoundFiles,
  terminalData,
  terminalTraces,
} from '#modes/terminal/server/terminal-traces.ts';
import { PtyHostClient } from '#platform/pty/host/pty-host-client.ts';
import { socketFolder } from '#platform/sockets/socket-folder.ts';

import type { Settings } from './settings.ts';

/** The mode that needs the system. `environment` is that of the programs that it runs. */
export function terminalOf(
  { home, recordingLimits, terminals }: Settings,
  { environment, version }: { readonly environment: NodeJS.ProcessEnv; readonly version: string },
): ServerContribution {
  const host = new PtyHostClient({ home, version, waitMs: terminals.waitMs });
  return terminalContribution({ host, ...terminals, environment, home, socketFolder, recordingLimits });
}

/** A person's data of terminals: rows, messages that other slices export, and files beside the database. */
export const personalTerminals = {
  data: terminalData,
  messages: chatMessages,
  tracesOf: (store: Database<object>, home: string) => terminalTraces(tablesOf<TerminalTables>(store), home),
};

export function leftFilesOf(database: Database<object>, home: string): Promise<FoundFiles> {
  return findLeftFiles(tablesOf<TerminalTables>(database).read, home);
}
