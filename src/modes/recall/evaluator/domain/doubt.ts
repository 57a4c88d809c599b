import { CREDIT_CONFIDENCE, type Evaluation, type PointVerdict } from './evaluation.ts';

/**
 * Adds doubt to a model's verdicts. The model decides alone, unless the person wants to judge what it is unsure of: it
 * found part of the point asked for, or all of it with little confidence.
 */
export function withDoubt(evaluation: Evaluation, askedId: string | null): Evaluation {
  const verdicts = evaluation.verdicts.map((given): PointVerdict => {
    const { isUncertain: _, ...verdict } = given;
    return verdict.id === askedId && isDoubtful(verdict) ? { ...verdict, isUncertain: true } : verdict;
  });
  return { ...evaluation, verdicts };
}

function isDoubtful({ verdict, confidence }: PointVerdict): boolean {
  return verdict === 'partial' || (verdict === 'expressed' && confidence < CREDIT_CONFIDENCE);
}
