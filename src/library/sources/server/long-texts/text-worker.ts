import { inParts } from '#kernel/in-parts.ts';
import { answerQuestions } from '#worker-thread/server/answer-questions.ts';

import { type Held, type PassageChanges, planPassages } from '../../../passages/server/plan-passages.ts';
import { factsOf } from '../writing/text-facts.ts';
import type { TextAnswer, TextQuestion } from './text-thread.ts';

/** Worker thread that reads long texts, so that nothing else waits for them. */

/** One transaction writes this many in a few milliseconds. */
const FRESH_AT_ONCE = 40;
const ROWS_AT_ONCE = 100;

answerQuestions(({ content, ...question }: TextQuestion): TextAnswer => {
  const facts = factsOf(content);
  if (!question.held) return { facts, parts: [] };
  const held = question.held.flatMap((page) => JSON.parse(page) as Held[]);
  const parts = partsOf(planPassages(content, question.language, held));
  return { facts, parts: parts.map((part) => JSON.stringify(part)) };
});

function partsOf({ gone, moves, fresh }: PassageChanges): PassageChanges[] {
  const none: PassageChanges = { gone: [], moves: [], fresh: [] };
  return [
    ...inParts(gone, ROWS_AT_ONCE).map((rows) => ({ ...none, gone: rows })),
    ...inParts(
      moves.flatMap((move) => inParts(move.rows, ROWS_AT_ONCE).map((rows) => ({ ...move, rows }))),
      MOVES_AT_ONCE,
    ).map((some) => ({ ...none, moves: some })),
    ...inParts(fresh, FRESH_AT_ONCE).map((some) => ({ ...none, fresh: some })),
  ];
}

/** A move covers either one passage or many. */
const MOVES_AT_ONCE = 10;
