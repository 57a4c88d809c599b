import { CREDIT_CONFIDENCE, type PointVerdict } from './evaluation.ts';

/** yes: credited without asking; ask: the person may be asked whether they had it; no: neither. */
export type Outcome = 'yes' | 'ask' | 'no';

/**
 * Whether the person may be asked after a question on this rung. An answer that has nothing in common with the point
 * gets a narrower question first, because a self-check shows the point.
 */
export function mayCheck({ isUncertain, verdict }: PointVerdict, rung: string | null): boolean {
  return isUncertain === true && (verdict !== 'absent' || (rung !== null && rung !== 'open'));
}

export function outcomeOf({ verdict, confidence, quote, isUncertain }: PointVerdict): Outcome {
  if (isUncertain) return 'ask';
  return verdict === 'expressed' && confidence >= CREDIT_CONFIDENCE && quote !== '' ? 'yes' : 'no';
}
