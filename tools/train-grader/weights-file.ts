interface Making {
  readonly seed: number;
  /** The version of the features. */
  readonly features: number;
  readonly folds: number;
  readonly answers: number;
  /** A line for each corpus. */
  readonly scores: readonly string[];
}

/** The one file that enters the project, with how it was made. It holds no text of the data. */
export function weightsFile(stored: string, { seed, features, folds, answers, scores }: Making): string {
  const day = new Date().toISOString().slice(0, 10);
  return `/**
 * Weights of the embedded evaluator. Made by \`tools/train-grader.ts\` on ${day}; do not edit by hand.
 * Trained on ${answers.toLocaleString('en')} labelled answers of the training split of SemEval-2013 Task 7, the Student Response Analysis
 * corpus (Beetle and SciEntsBank, by Dzikovska, Nielsen, Brew and others; CC BY-SA 3.0). Features ${features}, seed ${seed}.
 * On questions that were held out, in ${folds} folds, thresholds chosen on the other folds:
${scores.map((line) => ` *   ${line}`).join('\n')}
 */
export const weights = \`
${stored}
\`;
`;
}
