import { answerQuestions } from '#worker-thread/server/answer-questions.ts';

import { readImported } from '../domain/read-imported.ts';

/** A worker thread that reads the text files of imports, of those that take long. */
answerQuestions(readImported);
