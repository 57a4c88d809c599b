import { DEAD_AFTER_MS, PING_EVERY_MS } from '#wire/limits.ts';

import type { TerminalDown, TerminalUp } from '../../../protocol.ts';

interface SocketListener {
  readonly onOpen: () => void;
  readonly onFrame: (frame: Uint8Array) => void;
  readonly onNews: (news: Exclude<TerminalDown, { type: 'pong' }>) => void;
  readonly onState: (state: SocketState) => void;
  /** Called with the loss of the latest input. */
  readonly onDropped: (loss: TypedLoss) => void;
}

/**
 * `dropped`: the input is never sent. `unknown`: the connection ended before the server sent anything after the input.
 */
export type TypedLoss = 'dropped' | 'unknown' | null;

/** `silent`: it is open and does not answer. `over`: the server reported that there is nothing to connect to. */
export type SocketState = 'connecting' | 'open' | 'silent' | 'closed' | 'over';

/** The server takes no frames beyond 1 MiB. */
const MAX_FRAME_BYTES = 65_536;
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 15_000;
/** The server's close codes for "signed out" and "nothing runs". */
const FINAL = [4401, 1013];
/** Time for an answer after input, or when the person has just come back to the page. */
const ANSWER_WITHIN_MS = 4_000;
/** If a timer fires this late, the computer was asleep. */
const ASLEEP_MS = 5_000;
/** Interval at which input is preceded by its time, which tells the server its age. */
const STAMP_EVERY_MS = 500;
/** Reports of the focus and of the mouse, which nobody typed. */
// oxlint-disable-next-line no-control-regex -- they begin with it
const REPORT = /^\u001B\[(?:[IO]$|M|<)/u;

/**
 * The connection to a terminal. It reconnects until it is closed, and detects a dead connection that is not reported as
 * closed. Input to a dead connection is dropped: a Return that arrives late can confirm something else.
 */
export class TerminalSocket {
  readonly #url: string;
  readonly #listener: SocketListener;
  #socket: WebSocket | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setTimeout> | undefined;
  #answer: ReturnType<typeof setTimeout> | undefined;
  #wait = FIRST_WAIT_MS;
  readonly #end = new AbortController();
  #isSilent = false;
  #hasConnected = false;
  /** Whether the server has sent nothing since the latest input. */
  #isUnanswered = false;
  /** How far the server's clock is ahead of the page's, in ms, by the fastest answer. */
  #ahead: number | null = null;
  #stampedAt = Number.NEGATIVE_INFINITY;

  constructor(session: string, listener: SocketListener) {
    this.#url = `${location.origin.replace(/^http/u, 'ws')}/ws/terminal/${session}`;
    this.#listener = listener;
    const { signal } = this.#end;
    window.addEventListener('online', this.#check, { signal });
    window.addEventListener('pageshow', this.#check, { signal });
    document.addEventListener('visibilitychange', this.#check, { signal });
    this.#connect();
  }

  type(bytes: Uint8Array): void {
    const socket = this.#socket;
    const isDropped = socket?.readyState !== WebSocket.OPEN || this.#isSilent;
    const isTyped = !REPORT.test(String.fromCharCode(...bytes.subarray(0, 3)));
    if (isTyped) this.#listener.onDropped(isDropped ? 'dropped' : null);
    // A certain loss stays reported.
    if (isDropped && isTyped) this.#isUnanswered = false;
    if (isDropped) return;
    this.#isUnanswered ||= isTyped;
    this.#stamp();
    for (let from = 0; from < bytes.length; from += MAX_FRAME_BYTES)
      socket.send(new Uint8Array(bytes.subarray(from, from + MAX_FRAME_BYTES)));
    // A program may not echo input, so ask the server itself.
    this.#ask();
  }

  send(message: Extract<TerminalUp, { type: 'confirm' | 'size' | 'resume' | 'ping' | 'typed' }>): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  close(): void {
    this.#end.abort();
    this.#clearTimers();
    this.#socket?.close();
  }

  /** The connection can have ended while the page was hidden: pings the server, or reconnects, at once. */
  readonly #check = (): void => {
    if (document.visibilityState === 'hidden') return;
    if (this.#retry !== undefined) this.#connect();
    else if (this.#socket?.readyState === WebSocket.OPEN) this.#ask();
  };

  #connect(): void {
    const { onOpen, onFrame, onNews, onState } = this.#listener;
    this.#clearTimers();
    this.#ahead = null;
    // A reconnect stays reported as closed until it succeeds.
    if (!this.#hasConnected) onState('connecting');
    const socket = new WebSocket(this.#url);
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    const isCurrent = () => this.#socket === socket;
    socket.addEventListener('open', () => {
      if (!isCurrent()) return;
      this.#wait = FIRST_WAIT_MS;
      this.#hasConnected = true;
      this.#hear();
      onState('open');
      this.send({ type: 'ping' });
      this.#schedulePing();
      onOpen();
    });
    socket.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer | string>) => {
      if (!isCurrent()) return;
      this.#hear();
      if (typeof data !== 'string') return onFrame(new Uint8Array(data));
      const news = JSON.parse(data) as TerminalDown;
      if (news.type !== 'pong') return onNews(news);
      if (news.isDropped === true) this.#listener.onDropped('dropped');
      // A late answer would make input seem older than it is.
      this.#ahead = Math.max(this.#ahead ?? Number.NEGATIVE_INFINITY, news.at - now());
    });
    socket.addEventListener('close', ({ code }) => {
      if (isCurrent()) this.#lose(code);
    });
    this.#answer = setTimeout(() => this.#abandon(), DEAD_AFTER_MS);
  }

  #lose(code?: number): void {
    this.#socket = null;
    this.#isSilent = false;
    this.#clearTimers();
    if (this.#isUnanswered) this.#listener.onDropped('unknown');
    this.#isUnanswered = false;
    const isOver = this.#end.signal.aborted || (code !== undefined && FINAL.includes(code));
    this.#listener.onState(isOver ? 'over' : 'closed');
    if (isOver) return;
    this.#retry = setTimeout(() => this.#connect(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(MAX_WAIT_MS, this.#wait * 2);
  }

  /** Drops a dead connection, which may never report its close. Its later events are ignored. */
  #abandon(): void {
    const socket = this.#socket;
    this.#lose();
    socket?.close();
  }

  #hear(): void {
    this.#isUnanswered = false;
    clearTimeout(this.#answer);
    this.#answer = undefined;
    if (!this.#isSilent) return;
    this.#isSilent = false;
    this.#listener.onState('open');
  }

  /** Pings the server, unless a ping is pending. If the server stays silent, no more input is sent to it. */
  #ask(): void {
    if (this.#answer !== undefined) return;
    this.#answer = setTimeout(() => {
      this.#isSilent = true;
      this.#listener.onState('silent');
      this.#answer = setTimeout(() => this.#abandon(), ANSWER_WITHIN_MS);
    }, ANSWER_WITHIN_MS);
    this.send({ type: 'ping' });
  }

  #schedulePing(): void {
    clearTimeout(this.#ping);
    const due = now() + PING_EVERY_MS;
    this.#ping = setTimeout(() => {
      if (now() - due > ASLEEP_MS) this.#check();
      else this.#ask();
      this.#schedulePing();
    }, PING_EVERY_MS);
  }

  /** Sends the time at which the next input was typed, by the server's clock. */
  #stamp(): void {
    if (this.#ahead === null || now() - this.#stampedAt < STAMP_EVERY_MS) return;
    this.#stampedAt = now();
    this.send({ type: 'typed', at: Math.round(now() + this.#ahead) });
  }

  #clearTimers(): void {
    for (const timer of [this.#retry, this.#ping, this.#answer]) clearTimeout(timer);
    this.#retry = this.#ping = this.#answer = undefined;
  }
}

const now = () => performance.now();
