import { foldMessages } from '#session/domain/messages.ts';
import type { Message } from '#session/protocol.ts';
import type { ClientEvent } from '#wire/down.ts';

/** A message on the timeline: it begins to come at `from` and is whole at `to`, in milliseconds of the replay. */
export interface Entry {
  readonly message: Message;
  readonly from: number;
  readonly to: number;
  /** Another try took its place then. */
  readonly goneAt: number;
}

/** A point was recalled. */
interface RecallMark {
  readonly at: number;
  readonly pointId: string;
}

export interface Timeline {
  /** In the order of the transcript, which is also that of `from`. */
  readonly entries: readonly Entry[];
  readonly recalls: readonly RecallMark[];
  readonly length: number;
  /** Some silence is shorter than it was. */
  readonly isShortened: boolean;
}

/** A silence up to this long is kept as it was. */
const TRUE_UP_TO_MS = 2_000;
/** Whatever happened in between, nothing is waited for longer. */
const LONGEST_MS = 6_000;

/** A long silence in short: each doubling takes one second more. */
export function compressed(gapMs: number): number {
  if (gapMs <= TRUE_UP_TO_MS) return Math.max(0, gapMs);
  return Math.min(LONGEST_MS, TRUE_UP_TO_MS + 1_000 * Math.log2(gapMs / TRUE_UP_TO_MS));
}

/** When each thing of a session is seen again: with the timing it had, its silences in short. */
export function timelineOf(events: readonly ClientEvent[]): Timeline {
  const entries: Entry[] = [];
  const places = new Map<string, number>();
  const recalls: RecallMark[] = [];
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
    if (event.type === 'point_recalled') {
      moveTo(event);
      recalls.push({ at: now, pointId: event.pointId });
      continue;
    }
    // By itself an event makes the message that it begins, or the whole of the one that it ends.
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
  return { entries: entries.map(ended), recalls, length: now, isShortened };
}

function change(entries: Entry[], place: number, by: Partial<Entry>): void {
  const entry = entries[place];
  if (entry) entries[place] = { ...entry, ...by };
}

/** A message keeps its place in the transcript: where it began. */
function placed(whole: Message, begun: Message | undefined): Message {
  return begun ? { ...whole, seq: begun.seq, at: begun.at } : whole;
}

/** A reply that the end of the session cut before any event said so. */
function ended(entry: Entry): Entry {
  if (entry.message.status !== 'streaming') return entry;
  return { ...entry, message: { ...entry.message, status: 'interrupted', reason: 'stopped' } };
}
