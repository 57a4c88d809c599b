import type { ContextWindow } from '../../protocol.ts';

/**
 * The shares of a context window. The parts before the conversation do not depend on the message or on the length of
 * the conversation, so that a request begins with the same tokens as the previous one. The conversation gets what the
 * documents leave.
 */

/** Maximum share of the window without rules and answer. */
const DOCUMENTS_SHARE = 0.6;
const TAIL_SHARE = 0.15;
/** The share of the window that is dropped at a time, so that several requests in a row begin alike. */
const LEAVING_SHARE = 0.1;

export interface Room {
  /** The model's window, and the maximum length of its answer. */
  readonly contextTokens: number;
  readonly maxTokens: number;
  /** The tokens of rules and voices. */
  readonly systemTokens: number;
}

export interface Shares {
  readonly documents: number;
  readonly tail: number;
}

export function sharesOf(room: Room): Shares {
  const free = freeOf(room);
  return { documents: Math.floor(free * DOCUMENTS_SHARE), tail: Math.floor(free * TAIL_SHARE) };
}

function freeOf({ contextTokens, maxTokens, systemTokens }: Room): number {
  return Math.max(0, contextTokens - maxTokens - systemTokens);
}

/** The number of tokens left for the conversation if the documents take `documents` tokens. */
export function historyShare(room: Room, documents: number): number {
  return Math.max(0, freeOf(room) - sharesOf(room).tail - documents);
}

interface Conversation {
  /** The tokens of each message before the newest one, oldest first. */
  readonly tokens: readonly number[];
  readonly newest: number;
  /** The number of messages dropped before. */
  readonly left: number;
  readonly room: Room;
  /** The tokens of the documents. */
  readonly documents: number;
}

/**
 * The number of messages to drop. Drops nothing while the conversation fits; then drops the oldest messages, about a
 * tenth of the window at a time and at most half of the available room. Each drop invalidates the provider's cache
 * after the documents.
 */
export function howManyLeave({ tokens, newest, left, room, documents }: Conversation): number {
  const most = historyShare(room, documents) - newest;
  const before = tokens.slice(left).reduce((sum, each) => sum + each, 0);
  if (before <= most) return left;
  const step = Math.min(room.contextTokens * LEAVING_SHARE, before - most / 2);
  let leaving = left;
  let gone = 0;
  for (; leaving < tokens.length && (gone < step || before - gone > most); leaving += 1) gone += tokens[leaving] ?? 0;
  return leaving;
}

interface Sized {
  readonly id: string;
  readonly tokens: number;
}

export interface Whole {
  /** Ids of the sources that are included whole. */
  readonly whole: ReadonlySet<string>;
  readonly tokens: number;
}

/** Takes whole sources in their order while they fit; skips one that does not fit and tries the next ones. */
export function takeWhole(sources: readonly Sized[], room: number): Whole {
  const whole = new Set<string>();
  let tokens = 0;
  for (const source of sources) {
    if (tokens + source.tokens > room) continue;
    whole.add(source.id);
    tokens += source.tokens;
  }
  return { whole, tokens };
}

export interface Candidate {
  readonly id: string;
  /** Best first, each with its tokens. */
  readonly passages: readonly { readonly start: number; readonly end: number; readonly tokens: number }[];
}

/** Takes the best passage of each candidate in their order, then the second best of each, while they fit. */
export function takePassages<Of extends Candidate>(candidates: readonly Of[], room: number) {
  let left = room;
  const taken = candidates.map((candidate) => ({ candidate, passages: [] as Candidate['passages'][number][] }));
  const most = Math.max(0, ...candidates.map(({ passages }) => passages.length));
  for (let rank = 0; rank < most; rank += 1)
    for (const { candidate, passages } of taken) {
      const passage = candidate.passages[rank];
      if (!passage || passage.tokens > left) continue;
      passages.push(passage);
      left -= passage.tokens;
    }
  return taken.map(({ candidate, passages }) => ({
    candidate,
    ranges: rangesOf(passages),
    tokens: passages.reduce((sum, { tokens }) => sum + tokens, 0),
  }));
}

/** Sorted by position in the text. */
function rangesOf(passages: Candidate['passages']): { start: number; end: number }[] {
  return passages.map(({ start, end }) => ({ start, end })).sort((one, other) => one.start - other.start);
}

/** Takes one item from each list in turn and skips repeated ids. */
export function interleave<Of extends { readonly id: string }>(lists: readonly (readonly Of[])[]): readonly Of[] {
  const seen = new Set<string>();
  const merged: Of[] = [];
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  for (let rank = 0; rank < longest; rank += 1)
    for (const list of lists) {
      const next = list[rank];
      if (!next || seen.has(next.id)) continue;
      seen.add(next.id);
      merged.push(next);
    }
  return merged;
}

interface Filled {
  readonly room: Room;
  readonly historyTokens: number;
  readonly pinned: number;
  readonly bucket: number;
  readonly semantic: number;
}

export function windowOf({ room, historyTokens, ...parts }: Filled): ContextWindow {
  return {
    size: room.contextTokens,
    system: room.systemTokens,
    ...parts,
    history: historyTokens,
    answer: room.maxTokens,
  };
}
