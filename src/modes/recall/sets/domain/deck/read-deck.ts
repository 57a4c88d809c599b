import type { BrokenLine, DeckChoices, DeckKind, DeckTable } from '../../protocol.ts';
import { type Card, cardsOf, pathOf } from '../paste/read-cards.ts';
import { cardsInSteps, linesInSteps, type PastedPoint } from '../paste/read-paste.ts';
import { tableRows } from '../paste/table-rows.ts';
import { cardsOfJson } from './deck-json.ts';
import { cardsOfMarkdown } from './deck-markdown.ts';
import { deckTable } from './deck-table.ts';

/** A set in a file. */
interface Deck {
  /** Empty if the file names none. */
  readonly title: string;
  readonly points: readonly PastedPoint[];
}

export interface DeckFile {
  readonly kind: DeckKind;
  /** Null if the file is not a table. */
  readonly table: DeckTable | null;
  readonly decks: readonly Deck[];
  /** Lines that do not become a point, with reasons. */
  readonly left: readonly BrokenLine[];
}

const ROWS_AT_ONCE = 500;
/** Maximum number of sets in a file. A column with more values does not hold set names. */
const MAX_DECKS = 500;

/**
 * Reads sets from a text, in steps: notes that Anki exported as text, a table, a list copied from Quizlet, JSON, or
 * else Markdown and lines as in the paste field. Anything not chosen is detected.
 */
export function* deckInSteps(
  whole: string,
  of: { readonly name: string; readonly choices: DeckChoices },
): Generator<undefined, DeckFile> {
  const text = whole.replace(/^\u{feff}/u, '').replace(/\r\n?/gu, '\n');
  yield;
  const json = /\.json$/iu.test(of.name) || /^\s*[[{]/u.test(text) ? cardsOfJson(text) : null;
  if (json) return { kind: 'json', table: null, ...(yield* decksOf(json, false)) };
  const markdown = of.choices.separator === undefined ? cardsOfMarkdown(text) : null;
  if (markdown) return { kind: 'lines', table: null, ...(yield* decksOf(markdown, false)) };
  const read = deckTable(text, of);
  if (!read) {
    const { points, broken } = yield* linesInSteps(text);
    return { kind: 'lines', table: null, decks: [{ title: '', points }], left: broken };
  }
  const { table, shown, isAnki } = read;
  const cards: Card[] = [];
  let isHeader = shown.hasHeader;
  let count = 0;
  for (const row of tableRows(table.body, table)) {
    count += 1;
    if (count % ROWS_AT_ONCE === 0) yield;
    if (!isHeader) for (const card of cardsOf(row, table)) cards.push(card);
    isHeader = false;
  }
  const kind = isAnki ? 'anki' : 'table';
  return { kind, table: shown, ...(yield* decksOf(cards, table.roles.includes('question') && !shown.hasHeader)) };
}

/** Groups cards by the set that they name. */
function* decksOf(cards: readonly Card[], needsFront: boolean): Generator<undefined, Pick<DeckFile, 'decks' | 'left'>> {
  const byTitle = new Map<string, Card[]>();
  const left: BrokenLine[] = [];
  for (const card of cards) {
    const deck = byTitle.get(card.deck) ?? [];
    if (deck.length === 0 && byTitle.size === MAX_DECKS) {
      left.push({
        line: card.line,
        text: pathOf(card.deck).slice(0, 80).toWellFormed(),
        message: `A file has at most ${MAX_DECKS} sets.`,
      });
      continue;
    }
    byTitle.set(card.deck, deck);
    deck.push(card);
  }
  const decks: Deck[] = [];
  for (const [title, each] of byTitle) {
    const { points, broken } = yield* cardsInSteps(each, needsFront);
    decks.push({ title, points });
    left.push(...broken);
  }
  return { decks, left: left.toSorted((one, other) => one.line - other.line) };
}
