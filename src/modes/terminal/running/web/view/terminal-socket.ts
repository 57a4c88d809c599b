import type { TerminalDown, TerminalUp } from '../../../protocol.ts';

interface SocketListener {
  readonly onOpen: () => void;
  readonly onFrame: (frame: Uint8Array) => void;
  readonly onNews: (news: TerminalDown) => void;
  readonly onState: (state: SocketState) => void;
}

/** `over`: the server said that there is nothing to connect to. */
export type SocketState = 'connecting' | 'open' | 'closed' | 'over';

/** The server takes no frames beyond 1 MiB. */
const MAX_FRAME_BYTES = 65_536;
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 15_000;
/** The server's codes: signed out, and nothing runs. */
const FINAL = [4401, 1013];

/** The connection to a terminal. It connects again by itself until it is closed. */
export class TerminalSocket {
  readonly #url: string;
  readonly #listener: SocketListener;
  #socket: WebSocket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wait = FIRST_WAIT_MS;
  #isClosed = false;

  constructor(session: string, listener: SocketListener) {
    this.#url = `${location.origin.replace(/^http/u, 'ws')}/ws/terminal/${session}`;
    this.#listener = listener;
    this.#connect();
  }

  type(bytes: Uint8Array): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    for (let from = 0; from < bytes.length; from += MAX_FRAME_BYTES)
      this.#socket.send(new Uint8Array(bytes.subarray(from, from + MAX_FRAME_BYTES)));
  }

  send(message: Extract<TerminalUp, { type: 'confirm' | 'size' | 'resume' }>): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  #connect(): void {
    const { onOpen, onFrame, onNews, onState } = this.#listener;
    onState('connecting');
    const socket = new WebSocket(this.#url);
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    socket.addEventListener('open', () => {
      this.#wait = FIRST_WAIT_MS;
      onState('open');
      onOpen();
    });
    socket.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer | string>) => {
      if (typeof data === 'string') onNews(JSON.parse(data) as TerminalDown);
      else onFrame(new Uint8Array(data));
    });
    socket.addEventListener('close', ({ code }) => {
      const isOver = this.#isClosed || FINAL.includes(code);
      onState(isOver ? 'over' : 'closed');
      if (isOver) return;
      this.#timer = setTimeout(() => this.#connect(), this.#wait * (0.75 + Math.random() / 2));
      this.#wait = Math.min(MAX_WAIT_MS, this.#wait * 2);
    });
  }
}
