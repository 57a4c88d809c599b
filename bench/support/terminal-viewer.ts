import { once } from 'node:events';

import { WebSocket } from 'ws';

import type { TerminalDown } from '#modes/terminal/protocol.ts';
import { decodeDownFrame } from '#modes/terminal/screen/domain/frames.ts';

import { apiOf } from '../../fixtures/server/child-server.ts';

interface Server {
  readonly url: string;
  readonly token: string;
}

export async function openTerminal(server: Server, command: readonly string[]): Promise<string> {
  const wanted = { folder: '/', program: { kind: 'command', command } };
  return (await apiOf(server)<{ session: string }>('POST', '/api/terminals', wanted)).session;
}

/** A window that handles everything it receives at once, and counts it. */
export class TerminalViewer {
  /** The position in the output that its screen has reached, in bytes. */
  offset = 0;
  /** The number of bytes received as output, not as a screen. */
  received = 0;
  screens = 0;
  hasEnded = false;
  readonly #socket: WebSocket;
  #handled = 0;
  #onBytes: (bytes: Uint8Array) => void = () => {};
  #onChange = () => {};

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) this.#take(data);
      else {
        const news = JSON.parse(data.toString()) as TerminalDown;
        if (news.type === 'running' && !news.isRunning) this.hasEnded = true;
      }
      this.#onChange();
    });
  }

  static async open({ url, token }: Server, session: string): Promise<TerminalViewer> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/terminal/${session}`, {
      perMessageDeflate: false,
      headers: { authorization: `Bearer ${token}` },
    });
    const viewer = new TerminalViewer(socket);
    await once(socket, 'open');
    await viewer.until(() => viewer.screens > 0);
    return viewer;
  }

  type(text: string): void {
    this.#socket.send(Buffer.from(text));
  }

  /** Milliseconds from typing a character to its echo. */
  async echo(character = 'x'): Promise<number> {
    const began = performance.now();
    const code = character.charCodeAt(0);
    const echoed = new Promise<void>((resolve) => {
      this.#onBytes = (bytes) => {
        if (bytes.includes(code)) resolve();
      };
    });
    this.type(character);
    await echoed;
    return performance.now() - began;
  }

  until(isSo: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#onChange = () => {
        if (isSo()) resolve();
      };
      this.#onChange();
    });
  }

  async close(): Promise<void> {
    const closed = once(this.#socket, 'close');
    this.#socket.close();
    await closed;
  }

  #take(frame: Buffer): void {
    const decoded = decodeDownFrame(frame);
    if (decoded.type === 'screen') {
      this.offset = decoded.offset;
      this.screens += 1;
    } else {
      if (decoded.offset !== this.offset) throw new Error(`Output at ${decoded.offset} came after ${this.offset}.`);
      this.offset += decoded.bytes.length;
      this.received += decoded.bytes.length;
      this.#onBytes(decoded.bytes);
    }
    this.#handled += frame.length;
    this.#socket.send(JSON.stringify({ type: 'confirm', bytes: this.#handled }));
  }
}
