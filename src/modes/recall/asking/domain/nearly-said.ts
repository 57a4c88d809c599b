import type { PointVerdict } from '../../evaluator/domain/evaluation.ts';

interface Said {
  readonly verdicts: readonly PointVerdict[];
  /** The point whose question it answers. */
  readonly askedId: string | null;
  /** Whether a point may be asked for: neither recalled nor told. */
  readonly isOpen: (id: string) => boolean;
}

/** Less is a word or two in common by chance. */
const MIN_CONFIDENCE = 0.2;

/**
 * The point that a message nearly said: the one asked for if it is among them, else the nearest one. Null if it said
 * nothing of an open point.
 */
export function nearlySaid({ verdicts, askedId, isOpen }: Said): PointVerdict | null {
  const near = verdicts.filter(({ id, verdict, quote }) => verdict !== 'absent' && quote !== '' && isOpen(id));
  const asked = near.find(({ id }) => id === askedId);
  if (asked) return asked;
  const likely = near.filter(({ confidence }) => confidence >= MIN_CONFIDENCE);
  return likely.toSorted((one, other) => other.confidence - one.confidence)[0] ?? null;
}

/** Kinds of parts that code finds missing for certain. */
const CERTAIN = new Set([
  'a number',
  'a name',
  'a time',
  'a place',
  'the reason',
  'one of its two parts',
  'one of its parts',
]);

/**
 * Whether the tutor can ask for the rest of a point instead of showing it: part of it was said, and what kind of part
 * is missing is certain.
 */
export function canBeCompleted({ verdict, missing = '' }: PointVerdict): boolean {
  return verdict === 'partial' ? CERTAIN.has(missing) : verdict === 'expressed' && missing === 'a number';
}
