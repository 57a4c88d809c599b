import type { Evaluator } from '../../server/agents/agents.ts';
import { asConversation, failedGrading, type Grading, gradingOf } from '../domain/grading.ts';
import type { LabelledAnswer } from '../domain/labelled-answer.ts';
import type { ResultsFile } from './results-file.ts';

/** A model answers slowly, and several at once; the embedded evaluator would only wait for itself. */
const MODELS_AT_ONCE = 4;
const ATTEMPTS = 2;
/** With this many failures and no success something is wrong with all of them. */
const HOPELESS_AFTER = 8;

interface GradingRun {
  readonly evaluator: Evaluator;
  readonly results: ResultsFile | null;
  readonly signal: AbortSignal;
  /** After each answer, with how many are done. */
  readonly onProgress: (done: number) => void;
}

export interface GradedAnswers {
  /** In the order of the answers. */
  readonly gradings: readonly Grading[];
  /** Found in the results of an earlier run. */
  readonly resumed: number;
  /** Why answers could not be read: each counts as incorrect and is not credited. */
  readonly failures: readonly string[];
}

/** Grades each answer on its own. Rejects where the evaluator fails from the start, and when aborted. */
export async function gradeAnswers(answers: readonly LabelledAnswer[], run: GradingRun): Promise<GradedAnswers> {
  const gradings: Grading[] = answers.map((answer) => run.results?.known(answer) ?? failedGrading);
  const open = [...answers.entries()].filter(([, answer]) => !run.results?.known(answer));
  const resumed = answers.length - open.length;
  const failures: string[] = [];
  let done = resumed;
  const queue = open.values();

  async function work(): Promise<void> {
    for (const [index, answer] of queue) {
      run.signal.throwIfAborted();
      const { grading, failure } = await grade(answer, run);
      run.signal.throwIfAborted();
      gradings[index] = grading;
      if (failure !== null) failures.push(failure);
      if (failures.length >= HOPELESS_AFTER && failures.length === done - resumed + 1) throw new Error(failure ?? '');
      run.results?.add(answer, grading, failure);
      run.onProgress((done += 1));
    }
  }

  const workers = run.evaluator.isEmbedded ? 1 : MODELS_AT_ONCE;
  await Promise.all(Array.from({ length: workers }, work));
  return { gradings, resumed, failures };
}

async function grade(
  answer: LabelledAnswer,
  { evaluator, signal }: GradingRun,
): Promise<{ grading: Grading; failure: string | null }> {
  const { points, messages } = asConversation(answer);
  let failure = '';
  for (let attempt = 0; attempt < ATTEMPTS && !signal.aborted; attempt += 1) {
    try {
      const evaluation = await evaluator.evaluateBatch(points, messages, { name: 'recall', session: null, signal });
      return { grading: gradingOf(evaluation, answer), failure: null };
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
    }
  }
  return { grading: failedGrading, failure };
}
