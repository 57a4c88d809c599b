import type { SpokenMessage } from '#session/domain/spoken.ts';

import type { Point } from '../domain/evaluation.ts';

/** A question to the evaluating thread, which answers with an evaluation. */
export interface EvaluationQuestion {
  readonly points: readonly Point[];
  readonly messages: readonly SpokenMessage[];
  readonly askedIds: readonly string[];
}
