import type { ChangedLine } from '../protocol.ts';
import type { ShownLine } from './shown-hunks.ts';

/** A comment of the person on lines of a change. The browser stores it until it is sent. */
export interface ChangeComment {
  readonly id: string;
  readonly path: string;
  /** The beginning of the comparison that the lines are from. */
  readonly since: string;
  readonly lines: readonly ChangedLine[];
  /** Empty until the first save. */
  readonly text: string;
  /** The text being edited; null while it is not edited. */
  readonly draft: string | null;
}

/** Checks a stored comment; null if it is not valid. */
export function restoredComment(stored: Partial<ChangeComment>): ChangeComment | null {
  const { id, path, since, lines, text, draft } = stored;
  const isComment = [id, path, since, text].every((each) => typeof each === 'string') && Array.isArray(lines);
  if (!isComment || lines.length === 0 || (draft !== null && typeof draft !== 'string')) return null;
  return { id, path, since, lines, text, draft } as ChangeComment;
}

/** The text to send: the draft while the comment is being edited, else the saved text. */
export const wordsOf = ({ text, draft }: ChangeComment): string => (draft ?? text).trim();

/** From the first to the last line, by their indexes in a diff. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** An added line is still the same line once it is committed. */
const isSame = (one: ChangedLine, other: ChangedLine | undefined) =>
  one.text === other?.text && (one.kind === 'removed') === (other.kind === 'removed');
const numberOf = ({ old, new: now }: ChangedLine) => now ?? old ?? 0;

export interface PlacedComment {
  /** The comment with its lines as shown now: their numbers can have changed. */
  readonly comment: ChangeComment;
  readonly place: LineRange;
}

/** Finds the lines of a comment in a diff, nearest to their earlier place; null if they changed or are not shown. */
export function placedIn(comment: ChangeComment, shown: readonly ShownLine[]): PlacedComment | null {
  const place = placeOf(comment, shown);
  return (
    place && { comment: { ...comment, lines: shown.slice(place.from, place.to + 1).map(({ line }) => line) }, place }
  );
}

function placeOf({ lines }: ChangeComment, shown: readonly ShownLine[]): LineRange | null {
  const [first] = lines;
  if (!first) return null;
  const places = shown.filter(({ at }) => lines.every((line, index) => isSame(line, shown[at + index]?.line)));
  const distance = ({ line }: ShownLine) => Math.abs(numberOf(line) - numberOf(first));
  const nearest = places.toSorted((one, other) => distance(one) - distance(other))[0];
  return nearest ? { from: nearest.at, to: nearest.at + lines.length - 1 } : null;
}
