/** Text that has not been kept for this long, or is this much longer than what was kept, is kept again. */
const CHECKPOINT_EVERY_MS = 1_000;
const CHECKPOINT_EVERY_CHARACTERS = 2_000;

/**
 * The text of one reply while it comes in. It belongs to the session, not to any socket: nobody has to be there for it
 * to go on. While it is held, text is taken in but not given out, so that a stop can decide on exactly what was shown.
 */
export class ReplyStream {
  readonly messageId: string;
  readonly #abort = new AbortController();
  readonly #keep: (text: string) => Promise<void>;
  readonly #show: (offset: number, text: string) => void;
  #shown = '';
  #heldBack = '';
  #kept = 0;
  #isHeld = false;
  #free = Promise.withResolvers<void>();
  #timer: NodeJS.Timeout | null = null;
  #keeping: Promise<void> | null = null;

  constructor(
    messageId: string,
    sinks: { keep: (text: string) => Promise<void>; show: (offset: number, text: string) => void },
  ) {
    this.messageId = messageId;
    this.#keep = sinks.keep;
    this.#show = sinks.show;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** What has been given out so far. */
  get text(): string {
    return this.#shown;
  }

  add(piece: string): void {
    if (piece === '' || this.signal.aborted) return;
    if (this.#isHeld) this.#heldBack += piece;
    else this.#giveOut(piece);
  }

  hold(): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    this.#free = Promise.withResolvers();
  }

  /** Resolves once nothing is held back, or it has ended. */
  async whenFree(): Promise<void> {
    while (this.#isHeld && !this.signal.aborted) await this.#free.promise;
  }

  /** Goes on after a hold that came to nothing. */
  release(): void {
    this.#isHeld = false;
    const piece = this.#heldBack;
    this.#heldBack = '';
    if (piece !== '' && !this.signal.aborted) this.#giveOut(piece);
    this.#free.resolve();
  }

  /** Ends it: whatever the provider still sends is not wanted. */
  end(): void {
    this.#abort.abort();
    this.#free.resolve();
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #giveOut(piece: string): void {
    const offset = this.#shown.length;
    this.#shown += piece;
    this.#show(offset, piece);
    if (this.#shown.length - this.#kept >= CHECKPOINT_EVERY_CHARACTERS) this.#checkpoint();
    else this.#timer ??= setTimeout(() => this.#checkpoint(), CHECKPOINT_EVERY_MS);
  }

  #checkpoint(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#keeping || this.signal.aborted || this.#kept === this.#shown.length) return;
    const { text } = this;
    // A checkpoint that fails is made up for by the next one; the reply itself goes on.
    this.#keeping = this.#keep(text)
      .then(() => {
        this.#kept = text.length;
      })
      .catch(() => undefined)
      .finally(() => {
        this.#keeping = null;
        if (!this.signal.aborted && this.#shown.length > this.#kept)
          this.#timer ??= setTimeout(() => this.#checkpoint(), CHECKPOINT_EVERY_MS);
      });
  }
}
