import { clozeNumber, clozeText } from './cloze-note.ts';
import type { ExportedPoint } from './exported-point.ts';
import { escaped, fieldHtml } from './field-html.ts';
import type { NoteTypeName } from './note-types.ts';

export interface AnkiNote {
  readonly guid: string;
  readonly type: NoteTypeName;
  /** As HTML. */
  readonly fields: readonly string[];
  readonly tags: readonly string[];
  /** In ms. */
  readonly modifiedAt: number;
  readonly cards: readonly AnkiNoteCard[];
}

interface AnkiNoteCard {
  /** Number of the template or deletion, from 0. */
  readonly ord: number;
  readonly point: ExportedPoint;
}

/**
 * Groups the points of a set into notes. Siblings become one note if a cloze note or a reversed note can express them.
 * Every other point becomes a separate note.
 */
export function notesOf(points: readonly ExportedPoint[], set: string): readonly AnkiNote[] {
  const siblings = Map.groupBy(points, ({ id, noteId }) => noteId ?? id);
  const notes: AnkiNote[] = [];
  for (const [guid, together] of siblings) {
    const joined = areAlike(together) ? (clozeNote(guid, together) ?? reversedNote(guid, together)) : null;
    if (joined) notes.push(joined);
    else
      for (const point of together)
        notes.push(ownNote(together.length === 1 ? guid : `${guid}#${point.noteCard ?? point.id}`, point, set));
  }
  return notes;
}

/** Whether siblings have the same heading and tags, which a note has only once. */
function areAlike(points: readonly ExportedPoint[]): boolean {
  const shared = points.map(({ context, tags }) => JSON.stringify([context, tags]));
  return shared.every((each) => each === shared[0]);
}

function clozeNote(guid: string, points: readonly ExportedPoint[]): AnkiNote | null {
  const [first] = points;
  const numbers = points.map(clozeNumber);
  const imagesOf = (point: ExportedPoint) => imagesHtml(point, 'question') + imagesHtml(point, 'answer');
  if (
    !first ||
    numbers.some((number) => number === null) ||
    points.some((point) => imagesOf(point) !== imagesOf(first))
  )
    return null;
  const text = clozeText(points);
  if (text === null) return null;
  return {
    ...sharedBy(guid, points),
    type: 'cloze',
    fields: [fieldHtml(text) + imagesHtml(first, 'question'), imagesHtml(first, 'answer'), escaped(first.context)],
    cards: points.map((point, index) => ({ ord: (numbers[index] ?? 1) - 1, point })),
  };
}

function reversedNote(guid: string, points: readonly ExportedPoint[]): AnkiNote | null {
  const [forth, back] = points.toSorted((one, other) => ((one.noteCard ?? '') < (other.noteCard ?? '') ? -1 : 1));
  if (points.length !== 2 || !forth || !back || forth.noteCard !== '0' || back.noteCard !== '1') return null;
  const [question, answer] = [sideOf(forth, 'question'), sideOf(forth, 'answer')];
  if (question !== sideOf(back, 'answer') || answer !== sideOf(back, 'question') || question === '') return null;
  return {
    ...sharedBy(guid, points),
    type: 'reversed',
    fields: [question, answer, escaped(forth.context)],
    cards: [forth, back].map((point, ord) => ({ ord, point })),
  };
}

function ownNote(guid: string, point: ExportedPoint, set: string): AnkiNote {
  const asks = sideOf(point, 'question');
  const context = escaped(point.context);
  const answer = sideOf(point, 'answer');
  return {
    ...sharedBy(guid, [point]),
    // Anki treats a card without a front as empty.
    ...(asks === ''
      ? { type: 'point', fields: [answer, escaped(point.context || set), context] }
      : { type: 'question', fields: [asks, answer, context] }),
    cards: [{ ord: 0, point }],
  };
}

function sharedBy(guid: string, points: readonly ExportedPoint[]) {
  return { guid, tags: points[0]?.tags ?? [], modifiedAt: Math.max(...points.map(({ updatedAt }) => updatedAt)) };
}

function sideOf(point: ExportedPoint, side: 'question' | 'answer'): string {
  return fieldHtml((side === 'question' ? point.question : point.text) ?? '') + imagesHtml(point, side);
}

function imagesHtml({ images }: ExportedPoint, side: 'question' | 'answer'): string {
  return images
    .filter((image) => image.side === side)
    .map(({ file }) => `<br><img src="${file}">`)
    .join('');
}
