import { fieldsOf, listIn, textIn } from './input-fields.ts';

export interface Question {
  readonly question: string;
  readonly options: readonly { readonly label: string; readonly description: string }[];
  readonly isMultiple: boolean;
}

/** The person's choice for one question. `other`: an answer in their own words; null if there is none. */
export interface Chosen {
  readonly labels: readonly string[];
  readonly other: string | null;
}

export function questionsOf(input: unknown): readonly Question[] {
  return listIn(fieldsOf(input), 'questions').map((asked) => ({
    question: textIn(asked, 'question') ?? '',
    options: listIn(asked, 'options').map((option) => ({
      label: textIn(option, 'label') ?? '',
      description: textIn(option, 'description') ?? '',
    })),
    isMultiple: asked['multiSelect'] === true,
  }));
}

const words = ({ labels, other }: Chosen) => [...labels, other?.trim() ?? ''].filter((each) => each !== '');

export const isAnswered = (chosen: Chosen): boolean => words(chosen).length > 0;

/** Answers by the text of the question, in Claude Code's format: several are joined by commas. */
export function answersOf(questions: readonly Question[], chosen: readonly Chosen[]): Record<string, string> {
  const answers = questions.map(({ question }, index) => [
    question,
    words(chosen[index] ?? { labels: [], other: null }).join(', '),
  ]);
  return Object.fromEntries(answers) as Record<string, string>;
}
