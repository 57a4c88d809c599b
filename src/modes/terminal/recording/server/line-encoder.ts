import { CUT_LABEL, eventLine, type RecordingEvent, type ScreenSize } from '../domain/asciicast.ts';
import type { Queued } from './output-queue.ts';

interface NewPart {
  readonly at: number;
  readonly label: string;
  readonly size: ScreenSize;
  /** Output that brings a terminal into the state at the start of the part. */
  readonly text: string;
}

/** Converts queued events with clock times to lines with times of the recording, which never decrease. */
export class LineEncoder {
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  #zero: number | null = null;
  #latestMs = 0;

  /** Whether the start time of the recording is known. */
  get hasStarted(): boolean {
    return this.#zero !== null;
  }

  /** `zero`: the clock time at which the recording starts; `latestMs`: the time of its last event. */
  start(zero: number, latestMs: number): void {
    this.#zero = zero;
    this.#latestMs = latestMs;
  }

  encode(queued: readonly Queued[]): Buffer {
    const events: RecordingEvent[] = [];
    for (const event of queued) {
      const atMs = this.#elapsed(event.at);
      if (event.kind === 'resize') {
        events.push({ kind: 'resize', atMs, ...event.size });
        continue;
      }
      const [only, ...more] = event.chunks;
      const output = only && more.length === 0 ? only : Buffer.concat(event.chunks);
      const text = this.#decoder.decode(output, { stream: true });
      if (text !== '') events.push({ kind: 'output', atMs, text });
    }
    return linesOf(events);
  }

  /** A marker, with the size and the output that a replay needs to continue from there. */
  newPart({ at, label, size, text }: NewPart): Buffer {
    const atMs = this.#elapsed(at);
    return linesOf([
      { kind: 'marker', atMs, label },
      { kind: 'resize', atMs, ...size },
      { kind: 'output', atMs, text },
    ]);
  }

  cutMarker(): Buffer {
    return linesOf([{ kind: 'marker', atMs: this.#latestMs, label: CUT_LABEL }]);
  }

  /** The rest of a character that was never completed. */
  end(at: number): Buffer {
    const text = this.#decoder.decode();
    return linesOf(text === '' ? [] : [{ kind: 'output', atMs: this.#elapsed(at), text }]);
  }

  #elapsed(at: number): number {
    return (this.#latestMs = Math.max(this.#latestMs, at - (this.#zero ?? at)));
  }
}

function linesOf(events: readonly RecordingEvent[]): Buffer {
  return Buffer.from(events.map(eventLine).join(''));
}
