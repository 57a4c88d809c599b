import type { Visit } from '../../protocol.ts';

/** The id of a visit's line on the trunk; cannot equal a message id. */
export function lineOf({ enteredSeq }: Pick<Visit, 'enteredSeq'>): string {
  return `visit.${enteredSeq}`;
}
