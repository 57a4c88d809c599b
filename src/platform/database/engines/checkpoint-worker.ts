import { DatabaseSync } from 'node:sqlite';

import { answerQuestions } from '#worker-thread/server/answer-questions.ts';

/** A worker thread that copies the write-ahead log of a database into its file. It is asked with the file's name. */

let connection: DatabaseSync | undefined;

answerQuestions((file: string): null => {
  connection ??= new DatabaseSync(file);
  connection.exec('pragma wal_checkpoint(passive)');
  return null;
});
