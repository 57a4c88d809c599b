import { readdir } from 'node:fs/promises';
import path from 'node:path';

import type { PersonData } from '#person-data/server/person-data.ts';
import { rowsOf } from '#person-data/server/rows.ts';

import { uploadFolder } from '../chat/server/uploads.ts';
import { recordingFile, TERMINAL_FOLDERS } from '../running/server/terminal-files.ts';

const terminals = { key: ['session_id'] };
const { recordings, uploads } = TERMINAL_FOLDERS;

export const terminalData: PersonData = {
  tables: {
    terminals,
    chat_said: { key: ['session_id', 'message_id'] },
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
  },
};

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
