import type { DownMessage, Message } from '../protocol.ts';
import type { SessionEvent } from './event.ts';
import { foldMessages } from './messages.ts';
import type { AnyMode } from './mode.ts';

/**
 * Messages that a mode writes itself: how its own events change the transcript. Replies do not read them. The browser
 * runs this too.
 */
export interface ModeMessages {
  /** The types of those events. Each contains its message as `message`, or names it as `messageId`. */
  readonly types: readonly string[];
  /** The transcript after an event; unchanged by events of other types. */
  fold(messages: readonly Message[], event: SessionEvent): readonly Message[];
  /** The transcript with text that is shown and not stored; null if the text does not join the text held. */
  show(messages: readonly Message[], shown: DownMessage): readonly Message[] | null;
}

export const NO_MESSAGES: ModeMessages = { types: [], fold: (messages) => messages, show: (messages) => messages };

export function messagesOf(modes: Readonly<Record<string, Pick<AnyMode, 'messages'>>>): ModeMessages {
  const all = Object.values(modes).flatMap(({ messages = [] }) => messages);
  return {
    types: all.flatMap(({ types }) => types),
    fold: (messages, event) => all.reduce((held, mode) => mode.fold(held, event), messages),
    show: (messages, shown) =>
      all.reduce<readonly Message[] | null>((held, mode) => held && mode.show(held, shown), messages),
  };
}

export function foldTranscript(
  messages: readonly Message[],
  event: SessionEvent,
  ofModes: ModeMessages,
): readonly Message[] {
  return ofModes.fold(foldMessages(messages, event), event);
}

/** Changes messages that are held, and adds none: an event can be about a message that is not held. */
export function foldHeld(messages: readonly Message[], event: SessionEvent, ofModes: ModeMessages): readonly Message[] {
  const folded = ofModes.fold(messages, event);
  return folded.length === messages.length ? folded : messages;
}
