import { readFile } from 'node:fs/promises';

import { type BatchReading, readBatch } from '#modes/recall/evaluator/domain/embedded/read-batch.ts';
import { vectorOf } from '#modes/recall/evaluator/domain/grader/model.ts';
import type { WordWeights } from '#modes/recall/evaluator/domain/grader/words/word-weight.ts';
import { asConversation } from '#modes/recall/grading-evaluation/domain/grading.ts';
import { type LabelledAnswer, readLabelledAnswers } from '#modes/recall/grading-evaluation/domain/labelled-answer.ts';

import { wordWeightsOf } from './word-weights.ts';

/** A labelled answer, read once for all that is trained and measured on it. */
export interface ReadAnswer {
  readonly labelled: LabelledAnswer;
  readonly reading: BatchReading;
  /** Of each reference of which anything was said. */
  readonly vectors: readonly Float64Array[];
  /** The question with its references: what has a level of its own. */
  readonly question: string;
}

export interface ReadAnswers {
  readonly answers: readonly ReadAnswer[];
  readonly wordWeights: WordWeights;
  /** The features in the order of the vectors. */
  readonly names: readonly string[];
}

export async function labelledAnswersIn(file: string): Promise<readonly LabelledAnswer[]> {
  return readLabelledAnswers(await readFile(file, 'utf8'));
}

/** Reads all answers with words weighed by some of them: those that a model is trained on. */
export function readAnswers(labelled: readonly LabelledAnswer[], trained: readonly LabelledAnswer[]): ReadAnswers {
  const wordWeights = wordWeightsOf(trained);
  const read = labelled.map((each) => {
    const { points, messages } = asConversation(each);
    return { labelled: each, reading: readBatch(points, messages, wordWeights) };
  });
  const first = read.flatMap(({ reading }) => reading.points.flatMap(({ weighed }) => weighed ?? []))[0];
  const names = Object.keys(first?.features ?? {});
  const answers = read.map(({ labelled: each, reading }): ReadAnswer => ({
    labelled: each,
    reading,
    vectors: reading.points.flatMap(({ weighed }) => (weighed ? [vectorOf(weighed.features, names)] : [])),
    question: JSON.stringify([each.question, each.references.map(({ text }) => text)]),
  }));
  return { answers, names, wordWeights };
}

/** Answers to the same question, whatever they are compared with, are never parted by a fold. */
export function groupOf({ question }: LabelledAnswer): string {
  return question
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}
