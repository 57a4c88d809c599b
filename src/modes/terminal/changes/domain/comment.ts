import type { ChangedLine } from '../protocol.ts';
import type { ShownLine } from './shown-hunks.ts';

/** What the person says about lines of a change. It is kept in the browser until it is sent. */
export interface ChangeComment {
  readonly id: string;
  readonly path: string;
  /** Where the comparison began that the lines are from. */
  readonly since: string;
  readonly lines: readonly ChangedLine[];
  /** Empty until it is saved for the first time. */
  readonly text: string;
  /** The text while it is edited; null while it is not. */
  readonly draft: string | null;
}

/** A comment as it was stored; null if it is none. */
export function restoredComment(stored: Partial<ChangeComment>): ChangeComment | null {
  const { id, path, since, lines, text, draft } = stored;
  const isComment = [id, path, since, text].every((each) => typeof each === 'string') && Array.isArray(lines);
  if (!isComment || lines.length === 0 || (draft !== null && typeof draft !== 'string')) return null;
  return { id, path, since, lines, text, draft } as ChangeComment;
}

/** The text to send: the draft while the comment is being edited, else the saved text. */
export const wordsOf = ({ text, draft }: ChangeComment): string => (draft ?? text).trim();

/** From the first to the last of its lines, by their place in a diff. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** A line that was added is the same line once it is committed. */
const isSame = (one: ChangedLine, other: ChangedLine | undefined) =>
  one.text === other?.text && (one.kind === 'removed') === (other.kind === 'removed');
const numberOf = ({ old, new: now }: ChangedLine) => now ?? old ?? 0;

export interface PlacedComment {
  /** With its lines as they are shown: their numbers may be others than when it was begun. */
  readonly comment: ChangeComment;
  readonly place: LineRange;
}

/** A comment at its lines in a diff, the nearest to where they were; null where they changed or are not shown. */
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
