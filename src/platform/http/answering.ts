import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';

/** The requests of people that this server is answering. */
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

  /** Those whose requests are not answered yet: an upload or a download takes minutes. */
  get people(): Iterable<string> {
    return this.#responses.keys();
  }

  /** Resolves once those that have come until now are answered. */
  async settle(person: string): Promise<void> {
    // One that was just identified is counted before.
    await setImmediate();
    await Promise.all(Array.from(this.#responses.get(person) ?? [], (response) => once(response, 'close')));
  }
}
