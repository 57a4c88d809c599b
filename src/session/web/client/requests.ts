import type { CommandProblem } from './live-client.ts';

interface Pending {
  readonly message: object;
  readonly resolve: () => void;
  readonly reject: (problem: CommandProblem) => void;
}

/** Requests that wait for an answer. They are sent again over a new link, and the server executes each once. */
export class Requests {
  readonly #send: (message: object) => void;
  readonly #pending = new Map<string, Pending>();

  constructor(send: (message: object) => void) {
    this.#send = send;
  }

  send(message: { id: string; session: string }): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#pending.set(message.id, { message, resolve, reject });
      this.#send(message);
    });
  }

  sendAgain(id?: string): void {
    for (const [key, { message }] of this.#pending) if (id === undefined || id === key) this.#send(message);
  }

  settle(id: string, problem: CommandProblem | null): void {
    const pending = this.#pending.get(id);
    if (!pending) return;
    this.#pending.delete(id);
    if (problem) pending.reject(problem);
    else pending.resolve();
  }
}
