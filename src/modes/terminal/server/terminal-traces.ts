import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import type { Kysely, Transaction } from 'kysely';
import { z } from 'zod';

import type { Database } from '#database/server/database.ts';
import type { PersonTraces } from '#database/server/person-traces.ts';
import type { ExportedPerson, PersonData, PersonTable } from '#person-data/server/person-data.ts';
import { rowsOf } from '#person-data/server/rows.ts';
import { json } from '#person-data/server/stored-values.ts';

import { uploadFolder } from '../chat/server/uploads.ts';
import { exit, program, terminalStatus, terminalUsage } from '../protocol.ts';
import { endLeftSession, markOf } from '../running/server/processes.ts';
import type { TerminalTables } from '../running/server/tables.ts';
import { recordingFile, TERMINAL_FOLDERS } from '../running/server/terminal-files.ts';

const terminals: PersonTable = {
  key: ['session_id'],
  values: {
    program: json(program),
    status: terminalStatus,
    exit: json(exit),
    usage: json(terminalUsage.partial()),
    claude_session: z.uuid(),
  },
  leftOut: { server_id: null },
};
const { recordings, uploads } = TERMINAL_FOLDERS;

export const terminalData: PersonData = {
  tables: {
    terminals,
    chat_said: { key: ['session_id', 'message_id'], values: { author: z.enum(['person', 'assistant']) } },
    dismissed_terminals: { key: ['session_id'] },
  },
  leftOut: {
    terminal_processes: 'processes of the server',
    terminal_permissions: 'who may open terminals is decided anew on each server',
  },
  folders: [recordings, uploads],
  async writeFiles(files, { read, person, home }) {
    for await (const row of rowsOf(read, { name: 'terminals', table: terminals, person })) {
      const session = String(row['session_id']);
      const recording = path.basename(recordingFile('', session));
      if ((await filesIn(path.join(home, recordings))).includes(recording))
        await files.copy(`${recordings}/${recording}`, `terminals/${recording}`);
      for (const name of await filesIn(uploadFolder(path.join(home, uploads), session)))
        await files.copy(`${uploads}/${session}/${name}`, files.names.next(`terminals/${session}`, name, ''));
    }
    const others = await onOtherServers(read as unknown as Kysely<TerminalTables>, { person, home });
    const elsewhere = others.map(({ session, name }) => `${session}: ${name}\n`);
    if (elsewhere.length > 0) await files.write('terminals/on-other-servers.txt', [ELSEWHERE, ...elsewhere]);
  },
};

const ELSEWHERE =
  'What was recorded in these terminals and given in their chats is on other servers, and not in this export.\n' +
  'To get it, choose "Go on at NAME" in a terminal, and download your data again.\n\n';

/**
 * The terminals of a person on servers other than that of a data folder, each with the server's name, or else its id.
 */
async function onOtherServers(read: Kysely<TerminalTables>, { person, home }: Pick<ExportedPerson, 'person' | 'home'>) {
  const own = await readFile(path.join(home, 'server.id'), 'utf8').catch(() => null);
  if (own === null) return [];
  const rows = await read
    .selectFrom('terminals')
    .leftJoin('servers', 'servers.id', 'terminals.server_id')
    .select(['terminals.session_id as session', 'terminals.server_id as server', 'servers.name'])
    .where('terminals.person_id', '=', person)
    .where('terminals.server_id', '!=', own.trim())
    .orderBy('terminals.session_id')
    .execute();
  return rows.flatMap(({ session, server, name }) =>
    server === null ? [] : { session, server, name: name ?? server },
  );
}

/**
 * Prefix of the keys in `meta` for removed terminals. The key ends with the session; the value is the server with its
 * files.
 */
const REMOVED = 'removed-terminal:';

/** `SESSION.cast`, an unreadable recording, or the folder of a session. */
const OF_SESSION = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.cast(?:\.unreadable)?)?$/;

/** A server ends its programs within a few seconds, and gives up after ten. */
const MAX_WAIT_MS = 20_000;
/** Maximum time for storing after the end of the processes. */
const MAX_STORING_MS = 3_000;
const LOOK_EVERY_MS = 100;
const LOOK_FOR_END_EVERY_MS = 2_000;

/** The traces of a person's terminals: their processes, and their files in the data folder. */
export function terminalTraces(database: Database<TerminalTables>, home: string): PersonTraces {
  const processesOf = (person: string) =>
    database.read.selectFrom('terminal_processes').select(['pid', 'started']).where('person_id', '=', person).execute();
  return {
    async untilEnded(person) {
      const until = performance.now() + MAX_WAIT_MS;
      let storedBy = until;
      let left = await processesOf(person);
      while (left.length > 0 && performance.now() < storedBy) {
        // A server deletes a row only after it has stored everything, including the rest of the recording.
        if (!(await someRun(left, home))) storedBy = Math.min(storedBy, performance.now() + MAX_STORING_MS);
        await wait(LOOK_EVERY_MS);
        left = await processesOf(person);
      }
      // Processes of a server that was killed, or that could not end them.
      for (const each of left) await endLeftSession(each, home);
    },
    async filesOf(person) {
      const sessions = await database.read
        .selectFrom('terminals')
        .select('session_id')
        .where('person_id', '=', person)
        .execute();
      return sessions.flatMap(({ session_id: session }) => filesOfTerminal(home, session));
    },
    async elsewhere(person) {
      const found = await onOtherServers(database.read, { person, home });
      const names = [...new Set(found.map(({ name }) => name))].toSorted();
      return names.map((name) => {
        const count = found.filter((each) => each.name === name).length;
        return `Files of ${count} ${count === 1 ? 'terminal' : 'terminals'} are on the server ${name}, which removes them now, or at its next start.`;
      });
    },
    async forget(trx, person) {
      const tables = trx as unknown as Transaction<TerminalTables>;
      const found = await onOtherServers(tables, { person, home });
      const rows = found.map(({ session, server }) => ({ key: `${REMOVED}${session}`, value: server }));
      if (rows.length > 0) await tables.insertInto('meta').values(rows).execute();
    },
  };
}

function filesOfTerminal(home: string, session: string): string[] {
  const folder = (name: keyof typeof TERMINAL_FOLDERS) => path.join(home, TERMINAL_FOLDERS[name]);
  return [
    recordingFile(folder('recordings'), session),
    `${recordingFile(folder('recordings'), session)}.unreadable`,
    uploadFolder(folder('uploads'), session),
    path.join(folder('hookSettings'), `${session}.json`),
    path.join(folder('changes'), session),
  ];
}

/** A data folder and the id of its server. */
interface Place {
  readonly home: string;
  readonly self: string;
}

/** Removes files on this disk of people who were removed on other servers, or while this server was down. */
export async function removeLeftFiles(database: Database<TerminalTables>, { home, self }: Place): Promise<void> {
  const rows = await database.read
    .selectFrom('meta')
    .select('key')
    .where('key', 'like', `${REMOVED}%`)
    .where('value', '=', self)
    .execute();
  for (const { key } of rows)
    for (const file of filesOfTerminal(home, key.slice(REMOVED.length)))
      await rm(file, { recursive: true, force: true });
  if (rows.length === 0) return;
  const keys = rows.map(({ key }) => key);
  await database.write((trx) => trx.deleteFrom('meta').where('key', 'in', keys).execute());
}

/** Removes the files on this disk of a person who is being removed on another server, once that is committed. */
export async function removeOnceGone(database: Database<TerminalTables>, place: Place, person: string): Promise<void> {
  for (;;) {
    const row = await database.read
      .selectFrom('people')
      .select('removing_at')
      .where('id', '=', person)
      .executeTakeFirst();
    if (row?.removing_at === null) return;
    if (!row) break;
    await wait(LOOK_FOR_END_EVERY_MS, undefined, { ref: false });
  }
  await removeLeftFiles(database, place);
}

async function someRun(processes: readonly { pid: number; started: string }[], home: string): Promise<boolean> {
  for (const { pid, started } of processes) if ((await markOf(pid, home))?.started === started) return true;
  return false;
}

export interface FoundFiles {
  /** Number of recordings, and of folders with files from chats. */
  readonly count: number;
  /** Files without a terminal in the database. */
  readonly left: readonly string[];
}

/** Compares the files of terminals in a data folder with the database. A terminal without files is normal. */
export async function findLeftFiles(read: Kysely<TerminalTables>, home: string): Promise<FoundFiles> {
  const found: { readonly file: string; readonly session: string }[] = [];
  for (const folder of [recordings, uploads, TERMINAL_FOLDERS.changes])
    for (const name of (await namesIn(path.join(home, folder))).toSorted()) {
      const session = OF_SESSION.exec(name)?.[1];
      if (session !== undefined) found.push({ file: path.join(home, folder, name), session });
    }
  // Read after the files, because a terminal gets its row before its first file.
  const rows = await read.selectFrom('terminals').select('session_id').execute();
  const sessions = new Set(rows.map(({ session_id }) => session_id));
  // Earlier contents of changed files are not counted, because their folder can appear at any moment.
  const kept = path.join(home, TERMINAL_FOLDERS.changes) + path.sep;
  const count = found.filter(({ file }) => !file.startsWith(kept)).length;
  return { count, left: found.filter(({ session }) => !sessions.has(session)).map(({ file }) => file) };
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted();
}
