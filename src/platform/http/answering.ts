import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';

/** The running requests of people on this server. */
export class Answering {
  readonly #responses = new Map<string, Set<ServerResponse>>();

  add(person: string, response: ServerResponse): void {
    const own = this.#responses.get(person) ?? new Set();
    this.#responses.set(person, own.add(response));
    response.once('close', () => {
      own.delete(response);
      if (own.size === 0 && this.#responses.get(person) === own) this.#responses.delete(person);
    });
  }

  /** The people with running requests. An upload or a download can take minutes. */
  get people(): Iterable<string> {
    return this.#responses.keys();
  }

  /** Resolves once the requests that have arrived so far are answered. */
  async settle(person: string): Promise<void> {
    // Lets a request that was just identified be added first.
    await setImmediate();
    await Promise.all(Array.from(this.#responses.get(person) ?? [], (response) => once(response, 'close')));
  }
}
