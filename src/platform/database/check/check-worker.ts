import { constants, setPriority } from 'node:os';
import { DatabaseSync } from 'node:sqlite';

import { answerQuestions } from '#worker-thread/server/answer-questions.ts';

/** A worker thread that reads every page of a SQLite database. A question is the path of the file. */

// On Linux, 0 is the calling thread, so it yields to the server's main thread. Elsewhere it would be the whole process.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW);

/** The damage in words; empty if there is none. */
answerQuestions((file: string): string[] => {
  try {
    const connection = new DatabaseSync(file, { readOnly: true });
    const rows = connection.prepare('pragma quick_check(1)').all();
    connection.close();
    return rows.map((row) => String(row['quick_check'])).filter((line) => line !== 'ok');
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
});
