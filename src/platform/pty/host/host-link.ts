import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

import { AppError } from '#wire/error-kind.ts';

import { frameHead, FrameReader } from './frames.ts';
import type { HostAddress } from './host-file.ts';
import { type FromHost, type Hello, HOST_PROTOCOL, type HostOrder, type HostRequest } from './messages.ts';

/** Must be shorter than a stop of the server, which can happen while the server starts. */
const GREET_WITHIN_MS = 4_000;
const ANSWER_WITHIN_MS = 10_000;
export const CLOSE_WITHIN_MS = 500;
/**
 * Requests without a time limit. Programs take seconds to end, and a late answer to `open` still means an open
 * terminal.
 */
const WITHOUT_LIMIT: ReadonlySet<HostRequest['type']> = new Set<HostRequest['type']>(['open', 'end', 'end-all']);
/** Errors if nothing listens on the socket: the host has ended. */
const NO_HOST: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ECONNREFUSED']);

export interface HostAnswer {
  readonly answer: unknown;
  readonly bytes: Buffer;
}

/** Unsolicited messages about a terminal. */
export type HostNews = Extract<FromHost, { readonly id: string }>;

interface LinkListener {
  readonly onNews: (news: HostNews, bytes: Buffer) => void;
  /** `isFenced`: whether another server has taken over. */
  readonly onClosed: (isFenced: boolean) => void;
}

interface Waiting {
  take(answer: HostAnswer): void;
  reject(reason: Error): void;
}

/** The connection ended before the host answered. */
export class HostGone extends Error {}

/** Rejects if the work takes longer. */
export async function within<Result>(work: Promise<Result>, ms: number): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const late = new AppError(
    'refused',
    'The process that holds the terminals does not answer. Try again later. If it never answers, end it: its number is ' +
      'in pty-host.json in the data folder, and its programs end with it.',
    { reason: 'no-answer' },
  );
  const timer = setTimeout(() => reject(late), ms);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

/** A connection to a host. */
export class HostLink {
  readonly #socket: Socket;
  readonly #reader = new FrameReader<FromHost>();
  readonly #listener: LinkListener;
  readonly #waiting = new Map<number, Waiting>();
  readonly #greeted = Promise.withResolvers<string>();
  /** The version of the server that started the host. */
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

  /** Returns null if no host listens. Rejects if the host does not answer, or ends before it does. */
  static async open(
    { socket: file, secret, folder }: HostAddress,
    hello: Pick<Hello, 'role' | 'waitMs' | 'startedAt'>,
    listener: LinkListener,
  ): Promise<HostLink | null> {
    const socket = connect(file);
    try {
      await once(socket, 'connect');
    } catch (error) {
      if (NO_HOST.has((error as NodeJS.ErrnoException).code)) return null;
      throw error;
    }
    const link = new HostLink(socket, listener);
    socket.write(frameHead({ type: 'hello', protocol: HOST_PROTOCOL, secret, folder, ...hello } satisfies Hello));
    try {
      link.version = await within(link.#greeted.promise, GREET_WITHIN_MS);
      return link;
    } catch (error) {
      socket.destroy();
      throw error;
    }
  }

  /** `read` is called before any news after the answer is processed. */
  ask<Result>(request: HostRequest, read: (answer: HostAnswer) => Result): Promise<Result> {
    const number = (this.#next += 1);
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    if (this.#socket.destroyed) reject(new HostGone('there is no connection to the host of terminals'));
    else this.#waiting.set(number, { take: (answer) => resolve(read(answer)), reject });
    this.#socket.write(frameHead({ ...request, request: number }));
    return WITHOUT_LIMIT.has(request.type) ? promise : within(promise, ANSWER_WITHIN_MS);
  }

  tell(order: HostOrder, bytes?: Uint8Array): void {
    if (this.#socket.destroyed || this.#isFenced) return;
    this.#socket.cork();
    this.#socket.write(frameHead(order, bytes));
    if (bytes && bytes.length > 0) this.#socket.write(bytes);
    this.#socket.uncork();
  }

  /** Closes the connection. First sends pending data, unless the host does not read it. */
  async close(): Promise<void> {
    if (this.#socket.destroyed) return;
    this.#socket.end();
    await within(once(this.#socket, 'close'), CLOSE_WITHIN_MS).catch(() => this.#socket.destroy());
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
