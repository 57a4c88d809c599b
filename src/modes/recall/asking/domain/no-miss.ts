import { stopWordsFor } from '#text/domain/stop-words.ts';
import { createLexicon, read } from '#text/domain/words.ts';

import type { PointVerdict } from '../../evaluator/domain/evaluation.ts';
import type { Rung } from './rung.ts';
import { isSmallTalk } from './small-talk.ts';

interface Said {
  readonly content: string;
  /** How the point was asked for that it answers. */
  readonly rung: Rung;
  readonly pointId: string;
  readonly verdicts: readonly PointVerdict[];
  readonly recalledIds: readonly string[];
}

/** What goes on for longer than this is more than a question. */
const LONGEST_QUESTION = 600;

/**
 * Whether a message that did not recall what was asked for did not miss it either. Small talk never does. Nor, after an
 * open question, does what recalled another point, came near another, or asks something back: an open question names no
 * point, and takes them in any order. For pleas and buttons this is not to be asked: they say that nothing comes to mind.
 */
export function isNoMiss({ content, rung, pointId, verdicts, recalledIds }: Said): boolean {
  const near = verdicts.filter(({ verdict }) => verdict !== 'absent');
  if (recalledIds.includes(pointId)) return false;
  const hasRecalled = recalledIds.length > 0;
  const isElsewhere = hasRecalled || near.length > 0;
  if (!isElsewhere && isSmallTalk(content)) return true;
  if (rung !== 'open') return false;
  return hasRecalled || (isElsewhere ? near.every(({ id }) => id !== pointId) : isQuestion(content));
}

function isQuestion(content: string): boolean {
  if (content.length > LONGEST_QUESTION) return false;
  const { clauses } = read(content, createLexicon(stopWordsFor(content)));
  return clauses.length > 0 && clauses.every((clause) => clause.isQuestion);
}
