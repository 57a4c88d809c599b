import { DatabaseSync } from 'node:sqlite';

import { answerQuestions } from '#worker-thread/server/answer-questions.ts';

/** A worker thread that copies the write-ahead log of a database into its file. A question is the path of the file. */

let connection: DatabaseSync | undefined;

answerQuestions((file: string): null => {
  connection ??= new DatabaseSync(file);
  connection.exec('pragma wal_checkpoint(passive)');
  return null;
});
