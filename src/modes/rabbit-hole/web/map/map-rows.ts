import { TRUNK } from '#session/domain/thread.ts';
import type { Message } from '#session/protocol.ts';

import type { Hole, Visit } from '../../protocol.ts';
import { lineOf } from '../visits/line-id.ts';

/** An entry of the map: a place on the trunk, or a visit to a hole. */
export type MapRow =
  | { readonly kind: 'exchange'; readonly id: string; readonly words: string }
  | {
      readonly kind: 'visit';
      readonly id: string;
      readonly hole: Hole;
      readonly visit: Visit;
      readonly isLast: boolean;
    };

const MAX_LENGTH = 80;

/** A session from its beginning: the person's messages on the trunk, and the visits. */
export function mapRows(messages: readonly Message[], holes: readonly Hole[]): readonly MapRow[] {
  const places = messages
    .filter(({ author, thread }) => author === 'person' && thread === TRUNK)
    .map(({ id, seq, content }) => ({ seq, row: { kind: 'exchange', id, words: shortened(content) } as const }));
  const visits = holes.flatMap((hole) =>
    hole.visits.flatMap((visit, index) => {
      // The place it was entered from is on the branch of an earlier version of a message.
      if (visit.branch !== undefined) return [];
      const isLast = index === hole.visits.length - 1;
      return { seq: visit.enteredSeq, row: { kind: 'visit', id: lineOf(visit), hole, visit, isLast } as const };
    }),
  );
  return [...places, ...visits].toSorted((one, other) => one.seq - other.seq).map(({ row }) => row);
}

function shortened(content: string): string {
  const line = content.replace(/\s+/gu, ' ').trim();
  return line.length <= MAX_LENGTH ? line : `${line.slice(0, MAX_LENGTH)}…`;
}
