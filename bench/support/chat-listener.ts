import { randomUUID } from 'node:crypto';

import type { WebSocket } from 'ws';

import type { DownMessage } from '#session/protocol.ts';

import { closeAll, openSocket } from './socket.ts';

/** A window on the chat of a session. Records messages and streaming texts. */
export class ChatListener {
  /** Streaming texts by message. */
  readonly #texts = new Map<string, string>();
  readonly #onText: (text: string) => void;
  readonly #contents = new Set<string>();
  #onMessage = () => {};
  #socket: WebSocket | undefined;

  private constructor(onText: (text: string) => void) {
    this.#onText = onText;
  }

  /** `onText`: called with the whole text of a message whenever it grows. */
  static async open(
    server: { readonly url: string; readonly token: string },
    session: string,
    onText: (text: string) => void = () => {},
  ): Promise<ChatListener> {
    const listener = new ChatListener(onText);
    const socket = await openSocket(server, (frame) => listener.#read(JSON.parse(frame.toString()) as DownMessage));
    listener.#socket = socket;
    socket.send(JSON.stringify({ type: 'subscribe', id: randomUUID(), session }));
    return listener;
  }

  /** Resolves once a finished message begins with these words. */
  until(words: string): Promise<void> {
    return new Promise((resolve) => {
      this.#onMessage = () => {
        if ([...this.#contents].some((content) => content.startsWith(words))) resolve();
      };
      this.#onMessage();
    });
  }

  async close(): Promise<void> {
    if (this.#socket) await closeAll([this.#socket]);
  }

  #read(message: DownMessage): void {
    if (message.type === 'chat_message_update') {
      const { messageId, offset, contentDelta } = message;
      const text = (this.#texts.get(messageId) ?? '').slice(0, offset) + contentDelta;
      this.#texts.set(messageId, text);
      this.#onText(text);
    }
    if (message.type !== 'chat_message') return;
    const { content, status } = message.message;
    if (status !== 'complete') return;
    this.#contents.add(content);
    this.#onMessage();
  }
}
