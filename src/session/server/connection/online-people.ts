import type { ChangedSummary, DownMessage } from '../../protocol.ts';
import type { SummaryChange } from '../dependencies.ts';
import { frameOf } from './subscriber.ts';

export interface PersonSocket {
  news(frame: string): void;
  /** A later summary of the same session replaces this one. */
  summary(session: string, frame: string): void;
  /** The session that is visible there, if any. */
  seen(): string | null;
}

/** Work that a person started and need not watch, such as an import, and its result. */
export interface EndedWork {
  /** For example the name of what was imported. */
  readonly name: string;
  /** The page that shows it. */
  readonly path: string;
  readonly tookMs: number;
  readonly hasFailed: boolean | 'in-part';
}

type OnWork = (person: string, work: EndedWork) => void;
type OnSummary = (person: string, summary: ChangedSummary, change: SummaryChange) => void;

export class OnlinePeople {
  readonly #sockets = new Map<string, Set<PersonSocket>>();
  readonly #listeners: OnSummary[] = [];
  readonly #workListeners: OnWork[] = [];

  /** Returns a function that removes the socket again. */
  join(person: string, socket: PersonSocket): () => void {
    const sockets = this.#sockets.get(person) ?? new Set();
    this.#sockets.set(person, sockets.add(socket));
    return () => {
      sockets.delete(socket);
      if (sockets.size === 0 && this.#sockets.get(person) === sockets) this.#sockets.delete(person);
    };
  }

  notify(person: string, message: DownMessage): void {
    this.#send(person, message, (socket, frame) => socket.news(frame));
  }

  /** Calls the listener with each change of a session, also of people who are offline. */
  onSummary(listener: OnSummary): void {
    this.#listeners.push(listener);
  }

  onWorkEnded(listener: OnWork): void {
    this.#workListeners.push(listener);
  }

  workEnded(person: string, work: EndedWork): void {
    for (const listener of this.#workListeners) listener(person, work);
  }

  /** Whether a window of the session is visible anywhere. */
  isSeen(person: string, session: string): boolean {
    return [...(this.#sockets.get(person) ?? [])].some((socket) => socket.seen() === session);
  }

  notifySummary(person: string, summary: ChangedSummary, change: SummaryChange = {}): void {
    for (const listener of this.#listeners) listener(person, summary, change);
    const message = { type: 'session_summary_changed', ...summary } as const;
    this.#send(person, message, (socket, frame) => socket.summary(summary.session, frame));
  }

  #send(person: string, message: DownMessage, send: (socket: PersonSocket, frame: string) => void): void {
    const sockets = this.#sockets.get(person);
    if (!sockets) return;
    const frame = frameOf(message);
    for (const socket of sockets) send(socket, frame);
  }

  notifyAll(message: DownMessage): void {
    for (const person of this.#sockets.keys()) this.notify(person, message);
  }
}
