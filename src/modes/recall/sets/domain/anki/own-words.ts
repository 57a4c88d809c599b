import { cleanText, isBlank } from '#kernel/clean-text.ts';

import { MAX_CONTEXT_CHARACTERS, MAX_POINT_CHARACTERS } from '../paste/heading-path.ts';

interface OwnWords {
  readonly text: string;
  readonly question: string | null;
  readonly context: string;
  readonly noteId: string | null;
  readonly noteCard: string | null;
}

const MAX_NOTE_ID = 100;
const MAX_NOTE_CARD = 20;

/**
 * The point that Warren's export stored for a card in its note's `data`. Null for other notes, and for notes that were
 * edited in Anki, which clears the column.
 */
export function ownWords(data: string, ord: number): OwnWords | null {
  if (!data.startsWith('{"warren":')) return null;
  let cards: unknown;
  try {
    cards = (JSON.parse(data) as { warren: unknown }).warren;
  } catch {
    return null;
  }
  const card: unknown = Array.isArray(cards)
    ? cards.find((each) => (each as { ord?: unknown } | null)?.ord === ord)
    : null;
  if (typeof card !== 'object' || card === null) return null;
  const of = (name: string, most: number) => {
    const value = (card as Readonly<Record<string, unknown>>)[name];
    const words = typeof value === 'string' ? cleanText(value).trim() : '';
    return isBlank(words) || words.length > most ? null : words;
  };
  const text = of('text', MAX_POINT_CHARACTERS);
  if (text === null) return null;
  return {
    text,
    question: of('question', MAX_POINT_CHARACTERS),
    context: of('context', MAX_CONTEXT_CHARACTERS) ?? '',
    noteId: of('noteId', MAX_NOTE_ID),
    noteCard: of('noteCard', MAX_NOTE_CARD),
  };
}
