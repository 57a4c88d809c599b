import { createParser } from 'eventsource-parser';

/** In characters. A longer event is not an answer. */
const MAX_EVENT_LENGTH = 4_000_000;

export interface StreamedEvent {
  readonly data: string;
  /** False if the body ended before the blank line that ends an event: the event may be incomplete. */
  readonly isEnded: boolean;
}

/**
 * The data of each event of a server-sent event stream, including a last event without a blank line after it. Throws
 * what reading the body throws, and a RangeError for an event that is too long.
 */
export async function* readEventStream(body: AsyncIterable<Uint8Array>): AsyncGenerator<StreamedEvent> {
  const decoder = new TextDecoder();
  let received: string[] = [];
  const parser = createParser({
    maxBufferSize: MAX_EVENT_LENGTH,
    onEvent: ({ data }) => received.push(data),
    onError({ type }) {
      if (type === 'max-buffer-size-exceeded') throw new RangeError('The event is too long.');
    },
  });

  function take(isEnded: boolean): StreamedEvent[] {
    const events = received.map((data) => ({ data, isEnded }));
    received = [];
    return events;
  }

  for await (const chunk of body) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* take(true);
  }
  parser.feed(`${decoder.decode()}\n\n`);
  yield* take(false);
}
