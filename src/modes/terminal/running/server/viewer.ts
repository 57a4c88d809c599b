import type { TerminalDown } from '../../protocol.ts';
import { encodeDownFrame } from '../../screen/domain/frames.ts';

export interface ViewerSocket {
  /** Bytes that the connection has not sent yet. */
  readonly bufferedAmount: number;
  sendBytes(frame: Uint8Array): void;
  sendText(text: string): void;
}

/** A packed screen, and the number of bytes of output before it. */
export interface PackedAt {
  readonly offset: number;
  readonly packed: Uint8Array;
}

/**
 * Maximum number of sent bytes that the viewer has not confirmed. Beyond it, output is skipped and a screen is sent
 * later.
 */
const MAX_UNCONFIRMED_BYTES = 256 * 1024;
/** A viewer that fell behind gets a new screen once it has at most this many unconfirmed bytes. */
const CAUGHT_UP_BYTES = 32 * 1024;

/**
 * One window that shows a terminal. It gets a screen first, and then the output after it, byte for byte. A slow window
 * misses output and gets a new screen once it has caught up, so it never slows the terminal or makes memory grow.
 */
export class Viewer {
  readonly #socket: ViewerSocket;
  readonly #pack: () => Promise<PackedAt>;
  /** Frames to send after the screen in progress, in order; null if there is none. */
  #waiting: (Uint8Array | TerminalDown)[] | null = null;
  #isBehind = false;
  #sent = 0;
  #confirmed = 0;

  /** `pack` returns a screen that includes everything from before the call. */
  constructor(socket: ViewerSocket, pack: () => Promise<PackedAt>) {
    this.#socket = socket;
    this.#pack = pack;
  }

  /** Sends the whole screen, if there is one, and then all frames from now on. */
  async showScreen(): Promise<void> {
    // Drops output until `pack` is called: the screen contains it.
    this.#isBehind = true;
    const packing = this.#pack();
    const waiting: (Uint8Array | TerminalDown)[] = [];
    this.#waiting = waiting;
    this.#isBehind = false;
    const screen = await packing.catch(() => null);
    // Another screen was requested meanwhile.
    if (this.#waiting !== waiting) return;
    this.#waiting = null;
    // Without a screen, the window shows only new output.
    if (screen) this.#send(encodeDownFrame({ type: 'screen', ...screen }));
    for (const each of waiting) {
      if (each instanceof Uint8Array) this.#sendOutput(each);
      else this.#sendNews(each);
    }
  }

  /** Takes an encoded frame of output. */
  output(frame: Uint8Array): void {
    if (this.#waiting) this.#waiting.push(frame);
    else this.#sendOutput(frame);
  }

  /** A size keeps its place among the frames: a screen in progress may have the previous size. */
  notify(news: TerminalDown): void {
    if (this.#waiting && news.type === 'size') this.#waiting.push(news);
    else this.#sendNews(news);
  }

  /**
   * Takes the number of bytes that the viewer has handled since it connected. A count above what was sent is capped.
   */
  confirm(bytes: number): void {
    this.#confirmed = Math.max(this.#confirmed, Math.min(bytes, this.#sent));
    if (this.#isBehind && this.#sent - this.#confirmed <= CAUGHT_UP_BYTES) void this.showScreen();
  }

  #sendOutput(frame: Uint8Array): void {
    if (this.#isBehind) return;
    const isFull = this.#sent - this.#confirmed > MAX_UNCONFIRMED_BYTES;
    if (isFull || this.#socket.bufferedAmount > MAX_UNCONFIRMED_BYTES) this.#isBehind = true;
    else this.#send(frame);
  }

  #sendNews(news: TerminalDown): void {
    this.#socket.sendText(JSON.stringify(news));
  }

  #send(frame: Uint8Array): void {
    this.#sent += frame.length;
    this.#socket.sendBytes(frame);
  }
}
