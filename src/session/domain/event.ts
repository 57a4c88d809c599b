import type { ClientEvent } from '#wire/down.ts';

/**
 * An event of a session's log. Data that the person must not see is under `hidden`, in events and in mode states, and
 * nowhere else. One line therefore keeps it off the wire for all modes.
 */
export type SessionEvent = ClientEvent & { readonly hidden?: object };

/** An event before it is placed in the log, which adds session, seq and at. */
export type EventBody = ClientEvent extends infer Event
  ? Event extends ClientEvent
    ? Omit<Event, 'session' | 'seq' | 'at'> & { readonly hidden?: object }
    : never
  : never;

/** Hidden in a message of the person: something of the reply under way had been shown when it was sent. */
export interface SaidHidden {
  readonly sawReply?: true;
}

/** The message that a mode changes with an event after it wrote it; undefined for every other event. */
export function changedMessage(event: {
  readonly type: string;
  readonly messageId?: string | undefined;
}): string | undefined {
  return PART_CHANGES.has(event.type) ? event.messageId : undefined;
}
const PART_CHANGES: ReadonlySet<string> = new Set<ClientEvent['type']>([
  'chat_tool_call',
  'chat_tool_result',
  'chat_about',
]);

/** The event as the person may see it. */
export function toClientEvent(event: SessionEvent): ClientEvent {
  if (event.hidden === undefined) return event;
  const { hidden: _, ...shown } = event;
  return shown;
}
