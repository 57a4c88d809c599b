import { isEmpty, NOTHING_SHOWN, type ShownReply, withPart } from '../../domain/parts.ts';
import type { MessagePart } from '../../protocol.ts';

/** A checkpoint is stored when the last one is this old, or after this many new characters. */
const CHECKPOINT_EVERY_MS = 1_000;
const CHECKPOINT_EVERY_CHARACTERS = 2_000;

/** One object for all: creating it, with its stack, takes longer than everything else at the end of a reply. */
const ENDED = new DOMException('The reply has ended.', 'AbortError');

export type ReplyPiece = string | MessagePart;

interface Sinks {
  store(shown: ShownReply): Promise<void>;
  /** Sends parts, or text that begins at `offset`, to the subscribers. */
  show(offset: number, text: string, parts: readonly MessagePart[]): void;
}

/**
 * The text and parts of one reply while they arrive. A stream belongs to the session and not to a socket, so it
 * continues without subscribers. While it is held, it stores pieces without showing them, so that a stop can decide on
 * exactly what was shown.
 */
export class ReplyStream {
  readonly messageId: string;
  readonly #abort = new AbortController();
  readonly #sinks: Sinks;
  #shown: ShownReply;
  #heldBack: ReplyPiece[] = [];
  /** Number of characters that no checkpoint holds yet. */
  #unstored = 0;
  #isHeld = false;
  #free = Promise.withResolvers<void>();
  #timer: NodeJS.Timeout | null = null;
  #storing: Promise<void> | null = null;

  /** `shown`: the part of the reply that was shown before. */
  constructor(messageId: string, sinks: Sinks, shown: ShownReply = NOTHING_SHOWN) {
    this.messageId = messageId;
    this.#sinks = sinks;
    this.#shown = shown;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get shown(): ShownReply {
    return this.#shown;
  }

  get isEmpty(): boolean {
    return isEmpty(this.#shown);
  }

  add(piece: ReplyPiece): void {
    if (piece === '' || this.signal.aborted) return;
    if (this.#isHeld) this.#heldBack.push(piece);
    else this.#show(piece);
  }

  hold(): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    this.#free = Promise.withResolvers();
  }

  /** Resolves when the stream is not held, or has ended. */
  async whenFree(): Promise<void> {
    while (this.#isHeld && !this.signal.aborted) await this.#free.promise;
  }

  /** Shows the pieces that were held back, and continues. */
  release(): void {
    this.#isHeld = false;
    const pieces = joinText(this.#heldBack);
    this.#heldBack = [];
    if (!this.signal.aborted) for (const piece of pieces) this.#show(piece);
    this.#free.resolve();
  }

  /** Cancels the provider's stream and ignores later pieces. */
  end(): void {
    this.#abort.abort(ENDED);
    this.#free.resolve();
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #show(piece: ReplyPiece): void {
    const { content, parts } = this.#shown;
    if (typeof piece === 'string') {
      this.#shown = { content: content + piece, parts };
      this.#unstored += piece.length;
      this.#sinks.show(content.length, piece, []);
    } else {
      this.#shown = { content, parts: withPart(parts, piece) };
      this.#unstored += JSON.stringify(piece).length;
      this.#sinks.show(content.length, '', [piece]);
    }
    if (this.#unstored >= CHECKPOINT_EVERY_CHARACTERS) this.#checkpoint();
    else this.#timer ??= setTimeout(() => this.#checkpoint(), CHECKPOINT_EVERY_MS);
  }

  #checkpoint(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#storing || this.signal.aborted || this.#unstored === 0) return;
    const characters = this.#unstored;
    // A checkpoint can fail: the reply continues, and the next checkpoint holds all of it.
    this.#storing = this.#sinks
      .store(this.#shown)
      .then(() => {
        this.#unstored -= characters;
      })
      .catch(() => undefined)
      .finally(() => {
        this.#storing = null;
        if (!this.signal.aborted && this.#unstored > 0)
          this.#timer ??= setTimeout(() => this.#checkpoint(), CHECKPOINT_EVERY_MS);
      });
  }
}

/** Joins adjacent pieces of text. */
function joinText(pieces: readonly ReplyPiece[]): readonly ReplyPiece[] {
  const joined: ReplyPiece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') joined.splice(-1, 1, last + piece);
    else joined.push(piece);
  }
  return joined;
}
