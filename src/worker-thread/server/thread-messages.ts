/** A request to an answering thread. Its answer has the same id. */
export interface Asked<Question> {
  readonly id: number;
  readonly question: Question;
}

export type Answered<Answer> =
  | { readonly id: number; readonly answer: Answer }
  | { readonly id: number; readonly failure: string };
