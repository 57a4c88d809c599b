/** Reads one session's frames like a client: text spliced by offset, events by seq. Counts what is missing. */
export class ReplyReader {
  text = '';
  chunks = 0;
  /**
   * Chunks with a gap before them, events that skipped a seq, and replies that were interrupted or whose final text
   * differs from the chunks.
   */
  lost = 0;
  #head: number | null = null;
  readonly #onNew: (text: string) => void;
  readonly #onComplete: () => void;

  constructor(listeners: { onNew?: (text: string) => void; onComplete: () => void }) {
    this.#onNew = listeners.onNew ?? (() => {});
    this.#onComplete = listeners.onComplete;
  }

  read(frame: Buffer): void {
    const message = JSON.parse(frame.toString()) as DownMessage;
    if (message.type === 'session_snapshot') this.#head = message.seq;
    else if ('seq' in message && message.type !== 'accepted') this.#placed(message.seq);
    switch (message.type) {
      case 'reply_started':
        this.text = '';
        break;
      case 'assistant_chunk':
        this.#spliced(message.offset, message.text);
        break;
      case 'assistant_complete':
        if (message.content !== this.text) this.lost += 1;
        this.#onComplete();
        break;
      case 'assistant_interrupted':
        this.lost += 1;
        this.#onComplete();
        break;
      case 'error':
        throw new Error(`The server answered ${message.kind}: ${message.message}`);
      default:
    }
  }

  #placed(seq: number): void {
    if (this.#head !== null && seq !== this.#head + 1) this.lost += 1;
    this.#head = seq;
  }

  #spliced(offset: number, text: string): void {
    this.chunks += 1;
    if (offset > this.text.length) this.lost += 1;
    const added = text.slice(this.text.length - offset);
    this.text = this.text.slice(0, offset) + text;
    this.#onNew(added);
  }
}
import type { DownMessage } from '#session/protocol.ts';
