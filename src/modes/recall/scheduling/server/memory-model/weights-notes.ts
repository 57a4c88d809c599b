import { z } from 'zod';

import { fitFigures } from '../../protocol.ts';

/**
 * What is scheduled already was, or is being, made anew as some weights would have had it: point by point in the order
 * of their ids. What was made anew so far counts as scheduled by these weights, and nothing else does: cut off or
 * cancelled at any point it stands as it is.
 */
const weightsMove = z.object({
  /** Reviews up to this instant count as scheduled by the weights. */
  at: z.int(),
  /** The last point, by id, that it has come to: empty for none, null for all of them. */
  upTo: z.string().nullable(),
  /** What is under way: `all` moves on, `none` takes it back; null where nothing is. */
  goal: z.enum(['all', 'none']).nullable(),
});
export type WeightsMove = z.infer<typeof weightsMove>;

/** What is kept beside weights, in the column `figures`. */
const weightsNotes = z.object({
  kind: z.enum(['own', 'published']),
  figures: fitFigures.nullable(),
  /** They wait for the person to take them or not. */
  isOffered: z.boolean(),
  /** When the person took them into use last; null where they never did. */
  takenAt: z.int().nullable(),
  moves: z.array(weightsMove),
});
export type WeightsNotes = z.infer<typeof weightsNotes>;

/** Weights of which nothing is noted, or nothing that can be read, are the person's own and in use or not. */
const UNKNOWN: WeightsNotes = { kind: 'own', figures: null, isOffered: false, takenAt: 0, moves: [] };

export function readNotes(text: string): WeightsNotes {
  if (text === '') return UNKNOWN;
  const read = weightsNotes.safeParse(JSON.parse(text));
  return read.success ? read.data : UNKNOWN;
}

/** Ids are of plain letters and digits: their order here is that of `inIdOrder` in the store. */
export function hasMoved({ upTo }: WeightsMove, pointId: string): boolean {
  return upTo === null || pointId <= upTo;
}
