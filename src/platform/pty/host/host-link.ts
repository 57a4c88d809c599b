import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

import { frameHead, FrameReader } from './frames.ts';
import type { HostAddress } from './host-file.ts';
import { type FromHost, type Hello, HOST_PROTOCOL, type HostOrder, type HostRequest } from './messages.ts';

/** A host that is stopped or hangs is waited for no longer. */
const ANSWER_WITHIN_MS = 10_000;

export interface HostAnswer {
  readonly answer: unknown;
  readonly bytes: Buffer;
}

/** What comes of a terminal, unasked. */
export type HostNews = Extract<FromHost, { readonly id: string }>;

interface LinkListener {
  readonly onNews: (news: HostNews, bytes: Buffer) => void;
  /** `isFenced`: another server has come. */
  readonly onClosed: (isFenced: boolean) => void;
}

interface Waiting {
  take(answer: HostAnswer): void;
  reject(reason: Error): void;
}

/** Where the host was when its connection ended in the middle of something: a new one is to be started. */
export class HostGone extends Error {}

/** The connection to a host. */
export class HostLink {
  readonly #socket: Socket;
  readonly #reader = new FrameReader<FromHost>();
  readonly #listener: LinkListener;
  readonly #waiting = new Map<number, Waiting>();
  readonly #greeted = Promise.withResolvers<string>();
  /** Of the server that started the host. */
  version = '';
  #next = 0;
  #isFenced = false;

  private constructor(socket: Socket, listener: LinkListener) {
    this.#socket = socket;
    this.#listener = listener;
    this.#greeted.promise.catch(() => undefined);
    socket.on('data', (chunk) => {
      try {
        for (const { message, bytes } of this.#reader.take(chunk)) this.#hear(message, bytes);
      } catch (error) {
        socket.destroy(error instanceof Error ? error : undefined);
      }
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      const gone = new HostGone('the connection to the host of terminals ended');
      this.#greeted.reject(gone);
      for (const each of this.#waiting.values()) each.reject(gone);
      this.#waiting.clear();
      listener.onClosed(this.#isFenced);
    });
  }

  /** Null where none listens, or one that ends. Rejects where one does not answer. */
  static async open(
    { socket: file, secret, folder }: HostAddress,
    hello: Pick<Hello, 'role' | 'waitMs'>,
    listener: LinkListener,
  ): Promise<HostLink | null> {
    const socket = connect(file);
    try {
      await once(socket, 'connect');
    } catch {
      return null;
    }
    const link = new HostLink(socket, listener);
    socket.write(frameHead({ type: 'hello', protocol: HOST_PROTOCOL, secret, folder, ...hello } satisfies Hello));
    try {
      link.version = await link.#within(link.#greeted.promise);
      return link;
    } catch (error) {
      if (error instanceof HostGone) return null;
      throw error;
    }
  }

  /** `read` is called before anything is heard that comes behind the answer. */
  ask<Result>(request: HostRequest, read: (answer: HostAnswer) => Result): Promise<Result> {
    const number = (this.#next += 1);
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    if (this.#socket.destroyed) reject(new HostGone('there is no connection to the host of terminals'));
    else this.#waiting.set(number, { take: (answer) => resolve(read(answer)), reject });
    this.#socket.write(frameHead({ ...request, request: number }));
    return promise;
  }

  tell(order: HostOrder, bytes?: Uint8Array): void {
    if (this.#socket.destroyed || this.#isFenced) return;
    this.#socket.cork();
    this.#socket.write(frameHead(order, bytes));
    if (bytes && bytes.length > 0) this.#socket.write(bytes);
    this.#socket.uncork();
  }

  /** What was said is sent before. */
  async close(): Promise<void> {
    if (this.#socket.destroyed) return;
    this.#socket.end();
    await this.#within(once(this.#socket, 'close')).catch(() => this.#socket.destroy());
  }

  async #within<Result>(work: Promise<Result>): Promise<Result> {
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      reject(new Error('The process that holds the terminals does not answer.'));
      this.#socket.destroy();
    }, ANSWER_WITHIN_MS);
    return Promise.race([work, promise]).finally(() => clearTimeout(timer));
  }

  #hear(message: FromHost, bytes: Buffer): void {
    if ('id' in message) this.#listener.onNews(message, bytes);
    else if (message.type === 'hello') this.#greeted.resolve(message.version);
    else if (message.type === 'fenced') this.#isFenced = true;
    else {
      const waiting = this.#waiting.get(message.request);
      this.#waiting.delete(message.request);
      if (message.type === 'answered') waiting?.take({ answer: message.answer, bytes });
      else waiting?.reject(new Error(message.message));
    }
  }
}
