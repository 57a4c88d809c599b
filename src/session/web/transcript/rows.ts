import type { Message } from '../../protocol.ts';
import type { PendingMessage, SessionView } from '../client/live-client.ts';

/** One row of the transcript. Days are part of the row they begin with, so that rows and messages count alike. */
export type Row =
  | { readonly kind: 'message'; readonly id: string; readonly message: Message; readonly day: string | null }
  | { readonly kind: 'pending'; readonly id: string; readonly pending: PendingMessage }
  /** The answer is being prepared: the reply has not begun. */
  | { readonly kind: 'awaiting'; readonly id: string };

type RowSource = Pick<SessionView, 'state' | 'older' | 'pending' | 'hasOlder'>;

export function rowsOf({ state, older, pending, hasOlder }: RowSource): readonly Row[] {
  if (!state) return [];
  const messages = older.length > 0 ? [...older, ...state.messages] : state.messages;
  const first = messages[0];
  const last = messages.at(-1);
  const isOneDay = !hasOlder && (!first || !last || dayOf(first.at) === dayOf(last.at));
  let day = isOneDay && first ? dayOf(first.at) : '';
  const rows: Row[] = messages.map((message) => {
    const own = dayOf(message.at);
    const isNew = own !== day;
    day = own;
    return { kind: 'message', id: message.id, message, day: isNew ? own : null };
  });
  if (state.turn !== null && state.turn.replyId === null) rows.push({ kind: 'awaiting', id: 'awaiting' });
  const stored = new Set(state.messages.slice(-50).map((message) => message.id));
  for (const message of pending)
    if (!stored.has(message.id)) rows.push({ kind: 'pending', id: message.id, pending: message });
  return rows;
}

const DAY = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });
const DAY_MS = 86_400_000;
const days = new Map<number, string>();

/** The day of an instant in words, where the browser is. Formatting is slow: an hour is formatted once. */
function dayOf(at: number): string {
  const hour = Math.floor(at / 900_000);
  const known = days.get(hour);
  if (known !== undefined) return known;
  const day = DAY.format(at);
  days.set(hour, day);
  return day;
}

export function dayLabel(day: string, now: number): string {
  if (day === DAY.format(now)) return 'Today';
  return day === DAY.format(now - DAY_MS) ? 'Yesterday' : day;
}

/** The interrupted reply that may be tried again: the last thing said, while nothing else is under way. */
export function retryableId({ state }: Pick<SessionView, 'state'>): string | null {
  if (!state || state.turn !== null || state.status === 'complete') return null;
  const last = state.messages.findLast((message) => message.author !== 'notice');
  return last?.status === 'interrupted' ? last.id : null;
}
