import { cleanInput } from '../typed-text.ts';

/** An input of the chat that Claude Code has not confirmed yet. */
export interface ChatInput {
  readonly id: string;
  readonly content: string;
  /** `draft`: refused because the terminal's input box has a text; `words` is that text. */
  readonly state: 'sending' | 'sent' | 'unconfirmed' | 'refused' | 'draft';
  /** Why it was refused. */
  readonly words: string;
  /** The seq of the latest message when it was typed: only a later one can confirm it. */
  readonly after: number;
  /** When it entered this state, in milliseconds since the epoch. */
  readonly since: number;
}

export interface SaidMessage {
  readonly author: string;
  readonly content: string;
  readonly seq: number;
}

/** Claude Code may answer a command with a panel in the terminal, and then leave it out of the transcript. */
export const isCommand = (content: string): boolean => /^[/!]\S/u.test(content.trimStart());

/** Reasons for which nothing was typed: Claude Code's input box does not take messages, or is missing. */
const NOT_TYPED: readonly (string | undefined)[] = [
  'dialog',
  'panel',
  'shell',
  'memory',
  'vim',
  'suspended',
  'program',
  'too-small',
  'return-key',
  'unknown-command',
  'not-ready',
  'empty',
];
export const isNotTyped = (reason: string | undefined): boolean => NOT_TYPED.includes(reason);

const STATES: readonly string[] = ['sending', 'sent', 'unconfirmed', 'refused', 'draft'];

/**
 * Restores a stored input; null if it is invalid. One that was being sent waits for confirmation, because it may have
 * been typed.
 */
export function restoredInput(stored: Partial<ChatInput>, now: number): ChatInput | null {
  const { id, content, state, words, after } = stored;
  const isInput = [id, content, state, words].every((each) => typeof each === 'string') && STATES.includes(`${state}`);
  if (!isInput || typeof after !== 'number') return null;
  const input = { id, content, state, words, after, since: now } as ChatInput;
  return state === 'sending' ? { ...input, state: 'sent' } : input;
}

/** The content as Claude Code gets it: without control characters, which are not typed. */
const plain = (text: string) =>
  cleanInput(text)
    .replace(/^[!/]\s*/u, '')
    .replace(/\s+/gu, ' ')
    .trim();

/** Input that ends Claude Code without an answer. */
const ENDS = /^\s*(?:\/?(?:exit|quit)|:w?q!?)\s*$/iu;

/** The ids of inputs that became messages, one message for each, and of those that ended Claude Code. */
export function confirmedBy(
  inputs: readonly ChatInput[],
  said: readonly SaidMessage[],
  hasEnded = false,
): ReadonlySet<string> {
  const own = said.filter(({ author }) => author === 'person');
  const taken = new Set<number>();
  const confirmed = new Set<string>();
  for (const { id, content, after, state } of inputs) {
    if (state === 'draft' || state === 'refused') continue;
    if (hasEnded && ENDS.test(content)) confirmed.add(id);
    const wanted = plain(content);
    // A draft of the terminal that was sent with it precedes it.
    const found = own.find(
      ({ content: words, seq }) => seq > after && !taken.has(seq) && plain(words).endsWith(wanted),
    );
    if (!found) continue;
    taken.add(found.seq);
    confirmed.add(id);
  }
  return confirmed;
}
