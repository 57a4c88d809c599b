import { foldMessages } from '#session/domain/messages.ts';
import type { ClientEvent, Message } from '#session/protocol.ts';

import { foldCards } from '../../../asking/domain/cards/fold-cards.ts';
import type { CompareCard, RecallView } from '../../../asking/protocol.ts';

/** A message on the timeline: it appears from `from` and is complete at `to`, in ms of the replay. */
export interface Entry {
  readonly message: Message;
  readonly from: number;
  readonly to: number;
  /** When another attempt replaced it. */
  readonly goneAt: number;
}

interface RecallMark {
  readonly at: number;
  readonly pointId: string;
}

/** The compare cards from a moment on. */
interface CardsMark {
  readonly at: number;
  readonly cards: readonly CompareCard[];
}

export interface Timeline {
  /** In transcript order, which is also the order of `from`. */
  readonly entries: readonly Entry[];
  readonly recalls: readonly RecallMark[];
  readonly cards: readonly CardsMark[];
  readonly length: number;
  /** Some silences are shortened. */
  readonly isShortened: boolean;
}

type CardsShown = Pick<RecallView, 'cards' | 'recalledIds' | 'recalledBy' | 'overlay' | 'overlayShown'>;

/** A silence up to this long keeps its length. */
const TRUE_UP_TO_MS = 2_000;
const MAX_SILENCE_MS = 6_000;

/** A shortened silence: each doubling takes one more second. */
export function compressed(gapMs: number): number {
  if (gapMs <= TRUE_UP_TO_MS) return Math.max(0, gapMs);
  return Math.min(MAX_SILENCE_MS, TRUE_UP_TO_MS + 1_000 * Math.log2(gapMs / TRUE_UP_TO_MS));
}

/** The timeline of a session: its original timing with shortened silences. */
export function timelineOf(events: readonly ClientEvent[]): Timeline {
  const entries: Entry[] = [];
  const places = new Map<string, number>();
  const recalls: RecallMark[] = [];
  const marks: CardsMark[] = [];
  let shown: CardsShown = { cards: [], recalledIds: [], recalledBy: {}, overlay: false, overlayShown: false };
  let at = events[0]?.at ?? 0;
  let now = 0;
  let isShortened = false;
  const moveTo = (event: ClientEvent) => {
    const gap = compressed(event.at - at);
    isShortened ||= gap < event.at - at;
    now += gap;
    at = event.at;
  };
  for (const event of events) {
    const before = shown.cards;
    shown = foldCards(shown, event);
    if (shown.cards !== before) {
      moveTo(event);
      marks.push({ at: now, cards: shown.cards });
    }
    if (event.type === 'point_recalled') {
      moveTo(event);
      recalls.push({ at: now, pointId: event.pointId });
      continue;
    }
    if (event.type === 'turn_ended') {
      const place = places.get(event.messageId) ?? -1;
      const said = entries[place]?.message;
      if (said) change(entries, place, { message: { ...said, hasNoReply: true } });
      continue;
    }
    // Folding one event alone gives the message that it begins or completes.
    const [message] = foldMessages([], event);
    if (!message) continue;
    moveTo(event);
    const replaced = event.type === 'reply_started' && event.replaces !== undefined && places.get(event.replaces);
    if (typeof replaced === 'number') change(entries, replaced, { goneAt: now });
    const place = places.get(message.id);
    if (place === undefined) {
      places.set(message.id, entries.length);
      entries.push({ message, from: now, to: now, goneAt: Infinity });
    } else change(entries, place, { message: placed(message, entries[place]?.message), to: now });
  }
  return { entries: entries.map(ended), recalls, cards: marks, length: now, isShortened };
}

function change(entries: Entry[], place: number, by: Partial<Entry>): void {
  const entry = entries[place];
  if (entry) entries[place] = { ...entry, ...by };
}

/** A message keeps its place in the transcript, where it began, after the message that it answers. */
function placed(whole: Message, begun: Message | undefined): Message {
  return begun ? { ...begun, ...whole, seq: begun.seq, at: begun.at } : whole;
}

/** A reply that the end of the session interrupted without an event. */
function ended(entry: Entry): Entry {
  if (entry.message.status !== 'streaming') return entry;
  return { ...entry, message: { ...entry.message, status: 'interrupted', reason: 'stopped' } };
}
