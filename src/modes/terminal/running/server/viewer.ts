import type { TerminalDown } from '../../protocol.ts';
import { encodeDownFrame } from '../../screen/domain/frames.ts';

export interface ViewerSocket {
  /** Bytes that the connection has not taken yet. */
  readonly bufferedAmount: number;
  sendBytes(frame: Uint8Array): void;
  sendText(text: string): void;
}

/** A packed screen, and the number of bytes of output before it. */
export interface PackedAt {
  readonly offset: number;
  readonly packed: Uint8Array;
}

/** Bytes on the way that the viewer has not confirmed. Beyond that it gets a screen later, instead of everything. */
const MAX_UNCONFIRMED_BYTES = 256 * 1024;
/** From here on a viewer that was left behind gets a screen again. */
const CAUGHT_UP_BYTES = 32 * 1024;

/**
 * One window that shows a terminal. It gets a screen first, and then what follows it, byte for byte. One that is slow
 * misses output and gets a new screen once it has caught up: it never slows the terminal down or lets memory grow.
 */
export class Viewer {
  readonly #socket: ViewerSocket;
  readonly #pack: () => Promise<PackedAt>;
  /** Frames that follow the screen under way, in order; null while none is. */
  #waiting: (Uint8Array | TerminalDown)[] | null = null;
  #isBehind = false;
  #sent = 0;
  #confirmed = 0;

  /** `pack` gives a screen after everything that came before the call. */
  constructor(socket: ViewerSocket, pack: () => Promise<PackedAt>) {
    this.#socket = socket;
    this.#pack = pack;
  }

  /** Sends the whole screen, if there is one, and what follows it from now on. */
  async showScreen(): Promise<void> {
    // The screen contains all output until it is packed.
    this.#isBehind = true;
    const packing = this.#pack();
    const waiting: (Uint8Array | TerminalDown)[] = [];
    this.#waiting = waiting;
    this.#isBehind = false;
    const screen = await packing.catch(() => null);
    // Another screen was asked for meanwhile.
    if (this.#waiting !== waiting) return;
    this.#waiting = null;
    // Without one the window shows what comes.
    if (screen) this.#send(encodeDownFrame({ type: 'screen', ...screen }));
    for (const each of waiting) {
      if (each instanceof Uint8Array) this.#sendOutput(each);
      else this.#sendNews(each);
    }
  }

  /** An encoded frame of output. */
  output(frame: Uint8Array): void {
    if (this.#waiting) this.#waiting.push(frame);
    else this.#sendOutput(frame);
  }

  /** A size holds from its place among the frames on: a screen under way may have the size before it. */
  notify(news: TerminalDown): void {
    if (this.#waiting && news.type === 'size') this.#waiting.push(news);
    else this.#sendNews(news);
  }

  /** Takes the bytes of frames that the viewer has handled since it connected. More than was sent does not count. */
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
