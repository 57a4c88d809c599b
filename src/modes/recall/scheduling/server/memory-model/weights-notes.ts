import { z } from 'zod';

import { fitFigures } from '../../protocol.ts';

/** Cards were recomputed with some weights. */
const weightsMove = z.object({
  /** Reviews up to this instant count as scheduled with the weights. */
  at: z.int(),
  /** Null for all points. Earlier versions moved a part, in the order of ids: up to and including this point. */
  upTo: z.string().nullable(),
});
export type WeightsMove = z.infer<typeof weightsMove>;

/** Stored with weights, in the column `figures`. */
const weightsNotes = z.object({
  kind: z.enum(['own', 'published']),
  figures: fitFigures.nullable(),
  /** They wait for the person's decision. */
  isOffered: z.boolean(),
  /** When the person last accepted them; null for never. */
  takenAt: z.int().nullable(),
  moves: z.array(weightsMove),
});
export type WeightsNotes = z.infer<typeof weightsNotes>;

/** Weights without readable notes are the person's own. */
const UNKNOWN: WeightsNotes = { kind: 'own', figures: null, isOffered: false, takenAt: 0, moves: [] };

export function readNotes(text: string): WeightsNotes {
  if (text === '') return UNKNOWN;
  const read = weightsNotes.safeParse(JSON.parse(text));
  return read.success ? read.data : UNKNOWN;
}

export function hasMoved({ upTo }: WeightsMove, pointId: string): boolean {
  return upTo === null || pointId <= upTo;
}
