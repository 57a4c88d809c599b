import { readFile } from 'node:fs/promises';

import { type BatchReading, readBatch } from '#modes/recall/evaluator/domain/embedded/read-batch.ts';
import type { Features } from '#modes/recall/evaluator/domain/grader/features.ts';
import { asConversation } from '#modes/recall/grading-evaluation/domain/grading.ts';
import { type LabelledAnswer, readLabelledAnswers } from '#modes/recall/grading-evaluation/domain/labelled-answer.ts';

/** A labelled answer, read once for all that is trained and measured on it. */
export interface ReadAnswer {
  readonly labelled: LabelledAnswer;
  readonly reading: BatchReading;
  /** Of each reference of which anything was said. */
  readonly features: readonly Features[];
}

export async function readAnswers(file: string): Promise<readonly ReadAnswer[]> {
  return readLabelledAnswers(await readFile(file, 'utf8')).map((labelled) => {
    const { points, messages } = asConversation(labelled);
    const reading = readBatch(points, messages);
    return { labelled, reading, features: reading.points.flatMap(({ features }) => (features ? [features] : [])) };
  });
}

/** Answers to the same question, whatever they are compared with, are never parted by a fold. */
export function groupOf({ labelled }: ReadAnswer): string {
  return labelled.question
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}
