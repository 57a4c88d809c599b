import { readEvent, readHeader, type RecordingEvent, type RecordingHeader } from './asciicast.ts';

/** A line without an end is given up after this many characters. Warren's own lines are much shorter. */
const MAX_LINE = 16 * 1024 * 1024;

/**
 * Reads a recording from text that arrives in pieces, cut anywhere. Takes what it can: lines that are not valid, a
 * torn last line and input events are left out; times that go back are set to the time before.
 */
export class RecordingReader {
  #rest = '';
  #isFirst = true;
  #isTooLong = false;
  #latestMs = 0;
  header: RecordingHeader | undefined;

  /** The events whose lines are complete. There are none where the file does not begin with a header. */
  push(text: string): RecordingEvent[] {
    const events: RecordingEvent[] = [];
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      this.#readLine(this.#rest + text.slice(from, end), events);
      this.#rest = '';
      from = end + 1;
    }
    this.#rest += text.slice(from);
    if (this.#rest.length > MAX_LINE) {
      this.#isTooLong = true;
      this.#rest = '';
    }
    return events;
  }

  /** The event of a last line without a newline, if that line is whole. */
  end(): RecordingEvent[] {
    const events: RecordingEvent[] = [];
    this.#readLine(this.#rest, events);
    this.#rest = '';
    return events;
  }

  #readLine(line: string, events: RecordingEvent[]): void {
    const isTooLong = this.#isTooLong;
    this.#isTooLong = false;
    if (this.#isFirst) {
      this.#isFirst = false;
      this.header = isTooLong ? undefined : readHeader(line);
      return;
    }
    const event = this.header && !isTooLong ? readEvent(line) : undefined;
    if (!event) return;
    this.#latestMs = Math.max(this.#latestMs, event.atMs);
    events.push(event.atMs === this.#latestMs ? event : { ...event, atMs: this.#latestMs });
  }
}
