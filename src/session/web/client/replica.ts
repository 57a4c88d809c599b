import type { Fold } from '../../domain/fold.ts';
import { foldMessages } from '../../domain/messages.ts';
import { foldHeld, foldTranscript, type ModeMessages } from '../../domain/mode-messages.ts';
import { withPart } from '../../domain/parts.ts';
import type { ClientEvent, DownMessage, Message, SessionState } from '../../protocol.ts';
import type { WaitReason, StreamingReply } from './live-client.ts';

/** The copy of one session on this page. */
export interface Replica {
  readonly state: SessionState | null;
  readonly streaming: StreamingReply | null;
  /** The last wait that was reported before a reply began. */
  readonly preparing?: { readonly messageId: string; readonly wait: WaitReason };
  /** The loaded messages before `state.messages`, without a gap between them. */
  readonly older: readonly Message[];
  readonly hasOlder: boolean;
}

export const emptyReplica: Replica = { state: null, streaming: null, older: [], hasOlder: false };

/** `gap`: an event is missing, and the session must be read again from the head that is held. */
export type Received = { readonly replica: Replica; readonly gap: boolean };

/** A snapshot replaces everything, except older messages that it continues without a gap. */
export function receiveSnapshot(replica: Replica, state: SessionState): Replica {
  const known = [...replica.older, ...(replica.state?.messages ?? [])];
  const first = state.messages[0]?.seq ?? 0;
  const joins = known.some((message) => message.seq >= first);
  // Messages can have moved to a branch since the held ones were read.
  const isCurrent = (state.branchedAt ?? 0) <= (replica.state?.head ?? 0);
  const older = joins && isCurrent ? known.filter((message) => message.seq < first) : [];
  const { replyId = null } = state.turn ?? {};
  return {
    state,
    streaming: replyId === null ? null : { messageId: replyId, text: '' },
    older,
    hasOlder: state.messageCount > state.messages.length + older.length,
  };
}

export interface Folds {
  readonly fold: Fold;
  readonly ofModes: ModeMessages;
}

/** Folds the next event, ignores a known one, and reports a gap for a later one. */
export function receiveEvent(replica: Replica, event: ClientEvent, { fold, ofModes }: Folds): Received {
  const head = replica.state?.head ?? 0;
  if (event.seq <= head) return { replica, gap: false };
  if (event.seq > head + 1 || (!replica.state && event.type !== 'session_started')) return { replica, gap: true };
  const state = fold(replica.state, event);
  const dropped = droppedFrom(replica.state?.messages ?? [], state.messages);
  // The page can hold a message that the state has dropped; a change of it only affects the page.
  const known = foldHeld(replica.older, event, ofModes);
  const older = dropped.length > 0 ? [...known, ...dropped] : known;
  return { replica: { ...replica, state, older, streaming: streamingAfter(replica, event) }, gap: false };
}

/** Messages that the state no longer holds. It drops messages of a long inner thread before those of the trunk. */
function droppedFrom(before: readonly Message[], after: readonly Message[]): readonly Message[] {
  if (after.length >= before.length) return [];
  const held = new Set(after.map(({ id }) => id));
  return before.filter(({ id }) => !held.has(id));
}

function streamingAfter(replica: Replica, event: ClientEvent): Replica['streaming'] {
  switch (event.type) {
    case 'reply_started':
      return { messageId: event.messageId, text: '' };
    case 'assistant_complete':
    case 'assistant_interrupted':
    case 'session_complete':
      return null;
    default:
      return replica.streaming;
  }
}

type Chunk = Pick<Extract<DownMessage, { type: 'assistant_chunk' }>, 'messageId' | 'offset' | 'text' | 'parts'>;

/** Adds text at its offset and parts by their id. Text already held stays; missing text before the offset is a gap. */
export function receiveChunk(replica: Replica, chunk: Chunk): Received {
  const { streaming } = replica;
  if (streaming?.messageId !== chunk.messageId) return { replica, gap: false };
  if (chunk.offset > streaming.text.length) return { replica, gap: true };
  const text = streaming.text.slice(0, chunk.offset) + chunk.text;
  const { parts: held = [] } = streaming;
  const parts = (chunk.parts ?? []).reduce(withPart, held);
  if (text.length <= streaming.text.length && parts === held) return { replica, gap: false };
  const longer = text.length > streaming.text.length ? text : streaming.text;
  const shown = { messageId: chunk.messageId, text: longer, ...(parts.length > 0 && { parts }) };
  return { replica: { ...replica, streaming: shown }, gap: false };
}

/** Adds a message that a mode shows and does not store. Text that does not join the text held is a gap. */
export function receiveShown(replica: Replica, shown: DownMessage, ofModes: ModeMessages): Received {
  const { state } = replica;
  if (!state) return { replica, gap: false };
  const messages = ofModes.show(state.messages, shown);
  if (messages === null) return { replica, gap: true };
  return { replica: { ...replica, state: { ...state, messages: [...messages] } }, gap: false };
}

/**
 * Stores the wait of the current reply, or of the message that is prepared before it. A wait of another message is
 * late, and ignored.
 */
export function receiveWait(
  replica: Replica,
  { messageId, retryInMs, reason }: WaitReason & { messageId: string },
): Replica {
  const { streaming, state } = replica;
  const wait = { retryInMs, reason };
  if (streaming?.messageId === messageId) return { ...replica, streaming: { ...streaming, wait } };
  const isPreparing = state?.turn?.messageId === messageId && state.turn.replyId === null;
  return isPreparing ? { ...replica, preparing: { messageId, wait } } : replica;
}

export interface OlderPage {
  readonly events: readonly ClientEvent[];
  /** Later changes of messages of the page, in order. */
  readonly replacements: readonly ClientEvent[];
  readonly hasMore: boolean;
}

/** Adds a page of older events before the held messages. */
export function receiveOlder(replica: Replica, page: OlderPage, ofModes: ModeMessages): Replica {
  const held = new Set([...replica.older, ...(replica.state?.messages ?? [])].map((message) => message.id));
  const folded = page.events.reduce<readonly Message[]>((before, event) => foldTranscript(before, event, ofModes), []);
  const changed = page.replacements.reduce(
    (before, event) => foldHeld(foldMessages(before, event), event, ofModes),
    folded,
  );
  const older = [...changed.filter((message) => !held.has(message.id)), ...replica.older];
  return { ...replica, older, hasOlder: page.hasMore };
}

export function firstSeq(replica: Replica): number {
  return replica.older[0]?.seq ?? replica.state?.messages[0]?.seq ?? 1;
}
