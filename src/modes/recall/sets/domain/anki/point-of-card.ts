import type { CardTemplate, NoteType } from './collection.ts';
import { type Side, sideOf } from './side.ts';
import { MAX_SIDE_CHARACTERS, renderTemplate } from './templates.ts';

/** The two sides of a card in HTML. */
export interface CardSides {
  readonly question: Side;
  readonly answer: Side;
}

interface CardOfNote {
  readonly noteType: NoteType;
  /** Field values, in the order of the note type. */
  readonly values: readonly string[];
  /** Template number, or deletion number minus one. */
  readonly ord: number;
}

/** Inline images are dropped later. They are cut out first so that they do not count against the field length. */
const DATA = /\bdata:[a-z]{1,20}\/[a-z\d.+-]{1,50};base64,[a-z\d+/=]+/giu;

/** Renders both sides of a card, or reports why it cannot become a point. */
export function sidesOf({ noteType, values: whole, ord }: CardOfNote): CardSides | { readonly problem: string } {
  const values = whole.map((value) => value.replace(DATA, 'data:'));
  const template: CardTemplate | undefined = noteType.templates.get(noteType.hasDeletions ? 0 : ord);
  if (!template) return { problem: 'Its note type has no such card any more.' };
  if (isOcclusion(noteType, values)) return { problem: 'Cards that cover parts of an image cannot be asked here.' };
  if (values.some((value) => value.length > MAX_SIDE_CHARACTERS))
    return { problem: 'A field of it is longer than any point can be.' };
  const fields = new Map(noteType.fields.map((name, index) => [name, values[index] ?? '']));
  const deletion = noteType.hasDeletions ? ord + 1 : null;
  const [question, answer] = [true, false].map((isQuestion) =>
    sideOf(renderTemplate(isQuestion ? template.question : template.answer, { fields, deletion, isQuestion })),
  );
  return question && answer ? { question, answer } : { problem: 'It is empty.' };
}

/** Matches Anki's own image occlusion and the older add-on, whose masks are SVG. */
function isOcclusion({ name, hasDeletions }: NoteType, values: readonly string[]): boolean {
  return (
    /^image occlusion/iu.test(name) || (hasDeletions && values.some((value) => value.includes('::image-occlusion:')))
  );
}
