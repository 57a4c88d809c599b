import { readEvent, readHeader, type RecordingEvent, type RecordingHeader } from './asciicast.ts';

/** Maximum length of a line, in characters. A longer one is skipped. Warren's own lines are much shorter. */
const MAX_LINE = 16 * 1024 * 1024;

/**
 * Reads a recording from text that arrives in pieces, cut anywhere. Skips invalid lines, a torn last line and input
 * events. A time that goes back is set to the time before it.
 */
export class RecordingReader {
  #rest = '';
  #isFirst = true;
  #isTooLong = false;
  #latestMs = 0;
  header: RecordingHeader | undefined;

  /** Returns the events whose lines are complete. Returns none if the file does not begin with a header. */
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

  /** Returns the event of a last line without a newline, if that line is complete. */
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
