import type { Kysely } from 'kysely';

import type { RecallPreferences } from '../../../storage/server/dependencies.ts';
import type { RecallTables } from '../../../storage/server/tables.ts';
import { type BrokenLine, type DeckPreview, MAX_POINTS_PER_SET } from '../../protocol.ts';
import { type Compared, DeckComparison } from './compare-deck.ts';
import type { DeckCard, OpenDeck } from './open-deck.ts';

const MAX_SHOWN = 20;
const MAX_LEFT_SHOWN = 100;
const MAX_QUOTED = 80;
const MINUTES_AN_HOUR = 60;

interface Previewing {
  readonly person: string;
  readonly deck: OpenDeck;
  readonly name: string;
  readonly title: string | undefined;
  readonly preferences: RecallPreferences;
  readonly signal: AbortSignal;
}

/** Reports what an import of the file would add. */
export async function previewDeck(db: Kysely<RecallTables>, given: Previewing): Promise<DeckPreview> {
  const { deck, preferences, signal } = given;
  const comparison = new DeckComparison(db, given);
  const sums = { scheduled: 0, reviews: 0, images: 0, suspended: 0, leftCount: 0 };
  const first: DeckPreview['first'] = [];
  const left: BrokenLine[] = [];
  const notes = [...deck.notes];
  let startsAt: number | null = null;
  const leave = (line: BrokenLine) => {
    sums.leftCount += 1;
    if (left.length < MAX_LEFT_SHOWN) left.push(line);
  };
  await deck.read({
    signal,
    cut: preferences,
    withImages: false,
    onHead({ decks, dayStartsAt }) {
      comparison.knowOptions(decks);
      const minutes = dayStartsAt === null ? preferences.dayStartsAt : dayStartsAt * MINUTES_AN_HOUR;
      if (minutes === preferences.dayStartsAt) return;
      startsAt = minutes;
      notes.push(
        `There the day starts at ${clock(minutes)}, here at ${clock(preferences.dayStartsAt)}, as in Settings.`,
      );
    },
    async onBatch({ cards, left: lines }) {
      lines.forEach(leave);
      for (const compared of await comparison.take(cards)) {
        const why = reasonOf(compared);
        if (why !== null) leave({ line: compared.card.line, text: quoted(compared.card), message: why });
        if (compared.type !== 'new') continue;
        const { card, set } = compared;
        if (card.schedule) sums.scheduled += 1;
        sums.reviews += card.reviews.length;
        sums.images += card.images.length;
        if (card.isSuspended) sums.suspended += 1;
        const { text, question, context, tags, images } = card;
        if (first.length < MAX_SHOWN)
          first.push({ set: set.title, text, question, context, tags: [...tags], images: images.length });
      }
    },
  });
  const sets = Array.from(comparison.sets.values(), ({ title, setId, points, known, changed, kept, later }) => ({
    title,
    isNew: setId === null,
    points,
    known,
    changed,
    kept,
    later,
  }));
  left.sort((one, other) => one.line - other.line);
  return { kind: deck.kind, table: deck.table, notes, dayStartsAt: startsAt, sets, first, left, ...sums };
}

/** Why a line does not become a point; null if it does, or if the person already has its note. */
function reasonOf({ type, card }: Compared): string | null {
  if (type === 'full') return `A set holds at most ${MAX_POINTS_PER_SET} points.`;
  return type === 'known' && !card.note ? 'The set has it already.' : null;
}

function quoted({ question, text }: DeckCard): string {
  const words = question ?? text;
  return words.length > MAX_QUOTED ? `${words.slice(0, MAX_QUOTED).toWellFormed()}…` : words;
}

const clock = (minutes: number): string =>
  `${Math.floor(minutes / MINUTES_AN_HOUR)}:${String(minutes % MINUTES_AN_HOUR).padStart(2, '0')}`;
