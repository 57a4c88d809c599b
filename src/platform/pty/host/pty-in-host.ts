import type { OutputPlace, Pty, PtyListener, PtyStart } from '#modes/terminal/running/server/pty.ts';
import type { ScreenSize } from '#modes/terminal/screen/server/emulator.ts';

import type { HostLink, HostNews } from './host-link.ts';
import type { Attached } from './messages.ts';

/** A terminal of the host, as seen by the server. */
export class PtyInHost implements Pty {
  readonly id: string;
  readonly pid: number;
  readonly meta: string;
  readonly start: PtyStart;
  readonly #link: HostLink;
  /** News from before there was a listener; null afterwards. */
  #early: { readonly news: HostNews; readonly bytes: Buffer }[] | null = [];
  #listener: PtyListener | null = null;
  #hasExited = false;

  constructor(link: HostLink, attached: Attached, screen: Buffer) {
    const { id, pid, meta, offset, resizes, startSize: size, hasScreen, isCut, answeredTo, until } = attached;
    this.#link = link;
    this.id = id;
    this.pid = pid;
    this.meta = meta;
    this.start = { offset, resizes, size, screen: hasScreen ? new Uint8Array(screen) : null, isCut, answeredTo, until };
  }

  listen(listener: PtyListener): void {
    this.#listener = listener;
    // Delayed until the caller is set up, because the news can contain an exit.
    queueMicrotask(() => {
      const early = this.#early ?? [];
      this.#early = null;
      for (const { news, bytes } of early) this.hear(news, bytes);
    });
  }

  /** Passes news to the listener. An error in its handling affects neither later news nor other terminals. */
  hear(news: HostNews, bytes: Buffer): void {
    const listener = this.#listener;
    if (this.#early || !listener) {
      this.#early?.push({ news, bytes });
      return;
    }
    try {
      this.#pass(news, bytes, listener);
    } catch (error) {
      process.emitWarning(error instanceof Error ? (error.stack ?? error.message) : String(error), 'TerminalFault');
    }
  }

  #pass(news: HostNews, bytes: Buffer, listener: PtyListener): void {
    if (news.type === 'output') listener.onData(bytes);
    else if (news.type === 'resized') listener.onResized(news.size);
    else if (news.type === 'recording') listener.onRecording(news.state);
    else if (!this.#hasExited) {
      this.#hasExited = true;
      listener.onExit(news.exit);
    }
  }

  /** Call it when the host is gone, and the terminal with it. */
  lose(): void {
    this.hear({ type: 'exit', id: this.id, exit: { exitCode: null, signal: null, isLost: true } }, Buffer.alloc(0));
  }

  write(bytes: Buffer | string): void {
    this.#link.tell({ type: 'input', id: this.id }, Buffer.from(bytes));
  }

  answer(offset: number, reply: Buffer | string): void {
    this.#link.tell({ type: 'answer', id: this.id, offset }, Buffer.from(reply));
  }

  resize(size: ScreenSize): void {
    this.#link.tell({ type: 'resize', id: this.id, size });
  }

  shown(offset: number): void {
    this.#link.tell({ type: 'shown', id: this.id, offset });
  }

  hold(isHeld: boolean): void {
    this.#link.tell({ type: 'hold', id: this.id, isHeld });
  }

  store({ offset, resizes }: OutputPlace, screen: Uint8Array): void {
    this.#link.tell({ type: 'store', id: this.id, offset, resizes }, screen);
  }

  remember(meta: string): void {
    this.#link.tell({ type: 'remember', id: this.id, meta });
  }

  async flush(): Promise<void> {
    // A host that no longer knows the terminal has closed its recording.
    await this.#link.ask({ type: 'flush', id: this.id }, () => undefined).catch(() => undefined);
  }

  letGo(): void {
    this.#listener = null;
    this.#early = null;
    this.#link.tell({ type: 'detach', id: this.id });
  }

  release(): void {
    this.#link.tell({ type: 'release', id: this.id });
  }
}
