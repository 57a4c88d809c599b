import type { ClientEvent } from '#wire/down.ts';

/**
 * An event of a session's log. What the person must not see yet stands under `hidden`, in every event and in every
 * mode's state, and nowhere else: so one line keeps it from the wire, for every mode that will ever be written.
 */
export type SessionEvent = ClientEvent & { readonly hidden?: object };

/** An event as it is decided on; the log adds where and when. */
export type EventBody = ClientEvent extends infer Event
  ? Event extends ClientEvent
    ? Omit<Event, 'session' | 'seq' | 'at'> & { readonly hidden?: object }
    : never
  : never;

/** What hides in a message of the person: that words of the reply under way were there to be seen when it was sent. */
export interface SaidHidden {
  readonly sawReply?: true;
}

/** The event as the person may see it. */
export function toClientEvent(event: SessionEvent): ClientEvent {
  if (event.hidden === undefined) return event;
  const { hidden: _, ...shown } = event;
  return shown;
}
