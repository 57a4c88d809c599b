/** More than any event is: a stream without line ends is no event stream. */
const LONGEST_LINE = 4_000_000;

export interface StreamedEvent {
  readonly data: string;
  /** False for what stands at the end of the body without the blank line that ends an event: it may be a part of one. */
  readonly isEnded: boolean;
}

/**
 * The data of each event of a server-sent event stream. Tolerant of what servers do: comments, any kind of line end, a
 * byte order mark, chunks that end anywhere, no blank line after the last event. Throws what reading the body throws,
 * and a RangeError for a line without end.
 */
export async function* readEventStream(body: AsyncIterable<Uint8Array>): AsyncGenerator<StreamedEvent> {
  const decoder = new TextDecoder();
  let rest = '';
  let data: string[] = [];

  function* take(lines: readonly string[]): Generator<StreamedEvent> {
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) yield { data: data.join('\n'), isEnded: true };
        data = [];
      } else if (line.startsWith('data:')) data.push(line.slice(line.startsWith('data: ') ? 6 : 5));
    }
  }

  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true });
    // A CR at the end may be the first half of a CR LF.
    const complete = rest.endsWith('\r') ? rest.length - 1 : rest.length;
    const lines = rest.slice(0, complete).split(/\r\n|\n|\r/);
    rest = (lines.pop() ?? '') + rest.slice(complete);
    if (rest.length > LONGEST_LINE) throw new RangeError('an event without end');
    yield* take(lines);
  }
  yield* take((rest + decoder.decode()).split(/\r\n|\n|\r/));
  if (data.length > 0) yield { data: data.join('\n'), isEnded: false };
}
