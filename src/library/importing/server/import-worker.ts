import { answerQuestions } from '#worker-thread/server/answer-questions.ts';

import { readImported } from '../domain/read-imported.ts';

/** Worker thread that reads the slow text files of imports. */
answerQuestions(readImported);
