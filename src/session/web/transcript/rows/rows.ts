import type { ReactNode } from 'react';

import { agentName } from '#kernel/built-in.ts';

import { inConversationOrder, lastSpoken } from '../../../domain/conversation-order.ts';
import { withWholeReplies } from '../../../domain/spoken.ts';
import type { Message, Turn } from '../../../protocol.ts';
import type { PendingMessage, SessionView } from '../../client/live-client.ts';

/** One row of the transcript. A day mark is part of the row of its first message. */
export type Row =
  | {
      readonly kind: 'message';
      readonly id: string;
      readonly message: Message;
      readonly day: string | null;
      /** Name of the agent that answers from this reply on; null while it is the same as before. */
      readonly newAgent: string | null;
      /** Another reply continues this one where it was cut. */
      readonly isContinued: boolean;
      /** A notice of a problem and the reply that failed for the same cause: shown once, the second under the first. */
      readonly shares: 'first' | 'second' | null;
    }
  | { readonly kind: 'pending'; readonly id: string; readonly pending: PendingMessage }
  | { readonly kind: 'line'; readonly id: string; readonly line: TranscriptLine }
  /** The answer is being prepared: the reply has not begun. */
  | { readonly kind: 'awaiting'; readonly id: string; readonly newAgent: string | null };

/** A row between the messages that is no message. */
export interface TranscriptLine {
  readonly id: string;
  /** It is placed after every message with a lower seq. */
  readonly seq: number;
  readonly content: ReactNode;
}

/** The seq of a line that comes directly before a message. */
export function seqBefore({ seq }: Pick<Message, 'seq'>): number {
  return seq - 1;
}

/** Merges the lines of two sources, each sorted by seq. */
export function mergedLines(
  own: readonly TranscriptLine[],
  others: readonly TranscriptLine[],
): readonly TranscriptLine[] {
  if (own.length === 0) return others;
  return [...own, ...others].toSorted((one, other) => one.seq - other.seq);
}

interface RowSource extends Pick<SessionView, 'state' | 'older' | 'pending' | 'hasOlder'> {
  /** Name of the agent that answers now: a reply has its agent only once it is complete. */
  readonly answering?: string | undefined;
  /** Sorted by seq. */
  readonly lines?: readonly TranscriptLine[] | undefined;
}

export function rowsOf({ state, older, pending, hasOlder, answering, lines = [] }: RowSource): readonly Row[] {
  if (!state) return [];
  const loaded = older.length > 0 ? [...older, ...state.messages] : state.messages;
  const first = loaded[0];
  const last = loaded.at(-1);
  const isOneDay = !hasOlder && (!first || !last || dayOf(first.at) === dayOf(last.at));
  let day = isOneDay && first ? dayOf(first.at) : '';
  let latestAt = 0;
  const { turn } = state;
  const messages = withWholeReplies(inConversationOrder(turn?.replyId === null ? [...loaded, replyTo(turn)] : loaded));
  const continued = new Set(messages.map((message) => message.continues));
  let agent: string | undefined;
  const change = (stored: string | undefined) => {
    const by = stored === undefined ? undefined : agentName(stored);
    const isOther = by !== undefined && agent !== undefined && by !== agent;
    agent = by ?? agent;
    return isOther ? by : null;
  };
  const said = messages.map((message, index): SaidRow => {
    if (message.id === AWAITING) return { kind: 'awaiting', id: AWAITING, newAgent: change(answering) };
    // A reply can be above a message that was sent before the reply began.
    latestAt = Math.max(latestAt, message.at);
    const own = dayOf(latestAt);
    const isNew = own !== day;
    day = own;
    const by = message.agent ?? (message.status === 'streaming' ? answering : undefined);
    return {
      kind: 'message',
      id: message.id,
      message,
      day: isNew ? own : null,
      isContinued: continued.has(message.id),
      newAgent: change(by),
      shares: isSameProblem(message, messages[index + 1])
        ? 'first'
        : isSameProblem(messages[index - 1], message)
          ? 'second'
          : null,
    };
  });
  const rows = withLines(said, lines, hasOlder);
  const stored = new Set(state.messages.slice(-50).map((message) => message.id));
  for (const message of pending)
    if (!stored.has(message.id)) rows.push({ kind: 'pending', id: message.id, pending: message });
  return rows;
}

type SaidRow = Extract<Row, { kind: 'message' | 'awaiting' }>;

const AWAITING = 'awaiting';

/** The empty message in the place of a reply that has not begun. */
function replyTo({ messageId, thread }: Turn): Message {
  return {
    id: AWAITING,
    thread,
    author: 'assistant',
    content: '',
    seq: Infinity,
    at: 0,
    status: 'streaming',
    replyTo: messageId,
  };
}

/** Adds the lines. Lines older than the loaded messages are omitted until older messages are loaded. */
function withLines(said: readonly SaidRow[], lines: readonly TranscriptLine[], hasOlder: boolean): Row[] {
  if (lines.length === 0) return [...said];
  const first = said[0] ? seqOf(said[0]) : 0;
  const toPlace = lines.filter(({ seq }) => !hasOlder || seq >= first);
  const rows: Row[] = [];
  let next = 0;
  const placeUpTo = (seq: number) => {
    for (let line = toPlace[next]; line && line.seq < seq; line = toPlace[next]) {
      rows.push({ kind: 'line', id: line.id, line });
      next += 1;
    }
  };
  for (const row of said) {
    placeUpTo(seqOf(row));
    rows.push(row);
  }
  placeUpTo(Infinity);
  return rows;
}

function seqOf(row: SaidRow): number {
  return row.kind === 'message' ? row.message.seq : Infinity;
}

/** Whether a notice and the empty reply after it have one cause: their messages differ only in the name of the role. */
function isSameProblem(notice: Message | undefined, reply: Message | undefined): boolean {
  if (notice?.author !== 'notice' || reply?.status !== 'interrupted' || reply.content !== '') return false;
  if (!notice.problem || !reply.problem || notice.problem.reason !== reply.problem.reason) return false;
  return causeIn(notice.problem.message).endsWith(causeIn(reply.problem.message));
}

function causeIn(message: string): string {
  return message.toLowerCase().replaceAll(/the (tutor|evaluator)’s model/gu, 'the model');
}

const DAY = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });
const DAY_MS = 86_400_000;
const days = new Map<number, string>();

/** The day of an instant in the browser's time zone. Formatting is slow: each quarter of an hour is formatted once. */
function dayOf(at: number): string {
  const quarter = Math.floor(at / 900_000);
  const known = days.get(quarter);
  if (known !== undefined) return known;
  const day = DAY.format(at);
  days.set(quarter, day);
  return day;
}

export function dayLabel(day: string, now: number): string {
  if (day === DAY.format(now)) return 'Today';
  return day === DAY.format(now - DAY_MS) ? 'Yesterday' : day;
}

export interface Onward {
  readonly messageId: string;
  readonly by: 'retry' | 'continue';
}

/** The way to continue the last reply, if it was interrupted or cut and no turn is under way. */
export function onwardOf({ state }: Pick<SessionView, 'state'>): Onward | null {
  if (!state || state.turn !== null || state.status === 'complete') return null;
  const last = lastSpoken(state.messages);
  if (last?.status !== 'interrupted') return null;
  return { messageId: last.id, by: last.reason === 'limit' ? 'continue' : 'retry' };
}
