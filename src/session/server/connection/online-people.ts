import type { DownMessage } from '#wire/down.ts';

import { frameOf } from './subscriber.ts';

/** The sockets of each person, for messages that go to all of them. */
export class OnlinePeople {
  readonly #sockets = new Map<string, Set<(frame: string) => void>>();

  /** Returns a function that removes the socket again. */
  join(person: string, send: (frame: string) => void): () => void {
    const sockets = this.#sockets.get(person) ?? new Set();
    this.#sockets.set(person, sockets.add(send));
    return () => {
      sockets.delete(send);
      if (sockets.size === 0 && this.#sockets.get(person) === sockets) this.#sockets.delete(person);
    };
  }

  tell(person: string, message: DownMessage): void {
    const sockets = this.#sockets.get(person);
    if (!sockets) return;
    const frame = frameOf(message);
    for (const send of sockets) send(frame);
  }

  tellAll(message: DownMessage): void {
    for (const person of this.#sockets.keys()) this.tell(person, message);
  }
}
