import { CREDIT_CONFIDENCE, type Evaluation, type PointVerdict } from './evaluation.ts';

/**
 * The verdicts of a model. It decides alone, unless the person wants to judge where it is not sure: that is where it
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
