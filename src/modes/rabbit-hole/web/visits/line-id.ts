import type { Visit } from '../../protocol.ts';

/** The line of the trunk that tells of a visit. No message has an id like it. */
export function lineOf({ enteredSeq }: Pick<Visit, 'enteredSeq'>): string {
  return `visit.${enteredSeq}`;
}
