import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import type { Database } from '#database/server/database.ts';
import type { PersonTraces } from '#database/server/person-traces.ts';

import { uploadFolder } from '../chat/server/uploads.ts';
import { endLeftSession, markOf } from '../running/server/processes.ts';
import type { TerminalTables } from '../running/server/tables.ts';
import { recordingFile, TERMINAL_FOLDERS } from '../running/server/terminal-files.ts';

/** A server ends them within a few seconds, and gives up after ten. */
const MAX_WAIT_MS = 20_000;
const LOOK_EVERY_MS = 100;

/** The traces that terminals leave of a person: their processes, and their files in the data folder. */
export function terminalTraces(database: Database<TerminalTables>, home: string): PersonTraces {
  const processesOf = (person: string) =>
    database.read.selectFrom('terminal_processes').select(['pid', 'started']).where('person_id', '=', person).execute();
  return {
    async untilEnded(person) {
      const until = performance.now() + MAX_WAIT_MS;
      let left = await processesOf(person);
      while (performance.now() < until && (await someRun(left, home))) {
        await wait(LOOK_EVERY_MS);
        left = await processesOf(person);
      }
      // Of a server that was killed, or could not end them.
      for (const each of left) await endLeftSession(each, home);
    },
    async filesOf(person) {
      const folder = (name: keyof typeof TERMINAL_FOLDERS) => path.join(home, TERMINAL_FOLDERS[name]);
      const sessions = await database.read
        .selectFrom('terminals')
        .select('session_id')
        .where('person_id', '=', person)
        .execute();
      return sessions.flatMap(({ session_id: session }) => [
        recordingFile(folder('recordings'), session),
        `${recordingFile(folder('recordings'), session)}.unreadable`,
        uploadFolder(folder('uploads'), session),
        path.join(folder('hookSettings'), `${session}.json`),
      ]);
    },
  };
}

async function someRun(processes: readonly { pid: number; started: string }[], home: string): Promise<boolean> {
  for (const { pid, started } of processes) if ((await markOf(pid, home))?.started === started) return true;
  return false;
}
