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

/** Hidden in a message of the person: part of the reply under way had been shown when it was sent. */
export interface SaidHidden {
  readonly sawReply?: true;
}

/** The event as the person may see it. */
export function toClientEvent(event: SessionEvent): ClientEvent {
  if (event.hidden === undefined) return event;
  const { hidden: _, ...shown } = event;
  return shown;
}
import type { ClientEvent } from '../protocol.ts';
