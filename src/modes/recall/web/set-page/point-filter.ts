import type { RecallPoint } from '../../sets/protocol.ts';

export const STATES = {
  all: 'All points',
  new: 'New',
  learning: 'Learning',
  due: 'Due',
  suspended: 'Suspended',
  leech: 'Leeches',
} as const;
type State = keyof typeof STATES;

export const ORDERS = {
  set: 'As in the set',
  due: 'Due first',
  weakest: 'Weakest first',
  newest: 'Newest first',
  text: 'By text',
} as const;
type Order = keyof typeof ORDERS;

export interface PointFilter {
  readonly words: string;
  readonly state: State;
  /** Empty for any tag. */
  readonly tag: string;
  readonly order: Order;
}

export const NO_FILTER: PointFilter = { words: '', state: 'all', tag: '', order: 'set' };

/** A point with its number in the set, from 1. */
export interface NumberedPoint {
  readonly point: RecallPoint;
  readonly number: number;
}

/** The points that match a filter, in its order. `today` is the person's day. */
export function filterPoints(
  points: readonly RecallPoint[],
  { words, state, tag, order }: PointFilter,
  today: string,
): readonly NumberedPoint[] {
  const wanted = words.trim().toLocaleLowerCase();
  const kept = points
    .map((point, index) => ({ point, number: index + 1 }))
    .filter(
      ({ point }) =>
        (state === 'all' || isIn(point, state, today)) &&
        (tag === '' || point.tags.some((each) => each === tag || each.startsWith(`${tag}::`))) &&
        (wanted === '' || says(point, wanted)),
    );
  return order === 'set' ? kept : kept.sort((one, other) => COMPARE[order](one, other) || one.number - other.number);
}

/** The tags of points and their upper levels, in order. */
export function tagsIn(points: readonly RecallPoint[]): readonly string[] {
  const tags = new Set<string>();
  for (const { tags: own } of points)
    for (const tag of own) {
      const levels = tag.split('::');
      for (let level = 1; level <= levels.length; level += 1) tags.add(levels.slice(0, level).join('::'));
    }
  return [...tags].toSorted((one, other) => one.localeCompare(other));
}

/**
 * Whether a session asks for the point today, in which case the list hides its text. New points are visible until a
 * session is open: the person has just written them.
 */
export function isAskedFor(point: RecallPoint, today: string, isSessionOpen: boolean): boolean {
  return isIn(point, 'due', today) || (isSessionOpen && isIn(point, 'new', today));
}

function isIn(point: RecallPoint, state: Exclude<State, 'all'>, today: string): boolean {
  if (state === 'suspended') return point.suspendedAt !== null;
  if (point.suspendedAt !== null) return false;
  if (state === 'leech') return point.isLeech;
  if (point.dueDay === null) return state === 'new';
  return state === (point.dueDay <= today ? 'due' : 'learning');
}

function says({ text, question, context, tags }: RecallPoint, wanted: string): boolean {
  return [text, question ?? '', context, ...tags].some((part) => part.toLocaleLowerCase().includes(wanted));
}

const COLLATOR = new Intl.Collator();
const AFTER = Number.MAX_SAFE_INTEGER;
const COMPARE: Record<Exclude<Order, 'set'>, (one: NumberedPoint, other: NumberedPoint) => number> = {
  due: ({ point: one }, { point: other }) => (one.dueAt ?? AFTER) - (other.dueAt ?? AFTER),
  weakest: ({ point: one }, { point: other }) => (one.retrievability ?? 2) - (other.retrievability ?? 2),
  newest: (one, other) => other.point.createdAt - one.point.createdAt,
  text: ({ point: one }, { point: other }) => COLLATOR.compare(one.question ?? one.text, other.question ?? other.text),
};
