import type { Visit } from '../../protocol.ts';

/** The id of a visit's line on the trunk; no message has such an id. */
export function lineOf({ enteredSeq }: Pick<Visit, 'enteredSeq'>): string {
  return `visit.${enteredSeq}`;
}
