import type { RecordingEvent, ScreenSize } from '../domain/asciicast.ts';
import type { ReplayScreen } from './replay-screen.ts';

/** Maximum text of one write. The page can work between two writes. */
const SLICE = 64 * 1024;

/**
 * Draws the events of a recording up to a target that can change at any time. A target before the current place is
 * reached from the start. Events can be added to the list meanwhile.
 */
export class ReplayPainter {
  readonly #screen: ReplayScreen;
  readonly #events: readonly RecordingEvent[];
  readonly #size: ScreenSize;
  #shown = 0;
  #target = 0;
  #isPainting = false;
  #isDisposed = false;

  constructor(screen: ReplayScreen, events: readonly RecordingEvent[], size: ScreenSize) {
    this.#screen = screen;
    this.#events = events;
    this.#size = size;
  }

  /** Whether the screen does not show the target yet. */
  get isBehind(): boolean {
    return this.#isPainting;
  }

  show(count: number): void {
    this.#target = Math.min(count, this.#events.length);
    if (!this.#isPainting && !this.#isDisposed && this.#shown !== this.#target) void this.#paint();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#screen.dispose();
  }

  async #paint(): Promise<void> {
    this.#isPainting = true;
    while (!this.#isDisposed && this.#shown !== this.#target) {
      if (this.#target < this.#shown) {
        // Set before the reset, because the target can change while it waits.
        this.#shown = 0;
        await this.#screen.reset(this.#size);
      } else {
        const text = this.#nextSlice();
        if (text !== '') await this.#screen.write(text);
      }
    }
    this.#isPainting = false;
  }

  /** Output up to the next resize. The resize is applied once that output has been drawn. */
  #nextSlice(): string {
    let text = '';
    for (; this.#shown < this.#target && text.length < SLICE; this.#shown += 1) {
      const event = this.#events[this.#shown];
      if (event?.kind === 'output') text += event.text;
      else if (event?.kind === 'resize') {
        if (text !== '') break;
        this.#screen.resize(event);
      }
    }
    return text;
  }
}
