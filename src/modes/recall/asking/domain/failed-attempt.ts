import { stopWordsFor } from '#text/domain/stop-words.ts';
import { createLexicon, read } from '#text/domain/words.ts';

import type { PointVerdict } from '../../evaluator/domain/evaluation.ts';
import type { Rung } from './rung.ts';
import { isSmallTalk } from './small-talk.ts';

interface Said {
  readonly content: string;
  /** The rung of the question it answers. */
  readonly rung: Rung;
  readonly pointId: string;
  readonly verdicts: readonly PointVerdict[];
  readonly recalledIds: readonly string[];
}

/** A longer message is more than a question. */
const MAX_QUESTION_LENGTH = 600;

/**
 * Whether a message that did not recall the asked point is not a failed attempt either. Small talk never is, and
 * neither is a message about another point, on any rung: it recalled another one, or came near one and not the asked
 * one. After an open question, which names no point, asking back is none. Not for pleas and help buttons: they say that
 * nothing comes to mind.
 */
export function isNotAFailedAttempt({ content, rung, pointId, verdicts, recalledIds }: Said): boolean {
  if (recalledIds.includes(pointId)) return false;
  const near = verdicts.filter(({ verdict }) => verdict !== 'absent');
  if (recalledIds.length > 0) return true;
  if (near.length > 0) return near.every(({ id }) => id !== pointId);
  return isSmallTalk(content) || (rung === 'open' && isQuestion(content));
}

/** Whether a message only asks, and states nothing. */
export function isQuestion(content: string): boolean {
  if (content.length > MAX_QUESTION_LENGTH) return false;
  const { clauses } = read(content, createLexicon(stopWordsFor(content)));
  return clauses.length > 0 && clauses.every((clause) => clause.isQuestion);
}
