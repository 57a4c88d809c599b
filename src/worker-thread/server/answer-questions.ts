import { parentPort } from 'node:worker_threads';

/** A request to an answering thread. Its answer has the same id. */
export interface Asked<Question> {
  readonly id: number;
  readonly question: Question;
}

export type Answered<Answer> =
  | { readonly id: number; readonly answer: Answer }
  | { readonly id: number; readonly failure: string };

/** The thread's side of an `AnsweringThread`. An exception fails only its own question. */
export function answerQuestions<Question, Answer>(answer: (question: Question) => Answer): void {
  parentPort?.on('message', ({ id, question }: Asked<Question>) => parentPort?.postMessage(answered(id, question)));

  function answered(id: number, question: Question): Answered<Answer> {
    try {
      return { id, answer: answer(question) };
    } catch (error) {
      return { id, failure: error instanceof Error ? error.message : String(error) };
    }
  }
}
