import { CREDIT_CONFIDENCE, type PointVerdict } from './evaluation.ts';

/** yes: credited without asking; ask: the person may be asked whether they had it; no: neither. */
export type Outcome = 'yes' | 'ask' | 'no';

export function outcomeOf({ verdict, confidence, quote, isUncertain }: PointVerdict): Outcome {
  if (isUncertain) return 'ask';
  return verdict === 'expressed' && confidence >= CREDIT_CONFIDENCE && quote !== '' ? 'yes' : 'no';
}
