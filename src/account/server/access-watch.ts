import { setTimeout as wait } from 'node:timers/promises';

import type { AccountDeps } from './account-deps.ts';
import type { UsedSignIn } from './sign-in-uses.ts';
import { validSignIns } from './sign-ins.ts';

const CHECK_EVERY_MS = 2_000;

export interface AccessWatchDeps extends AccountDeps {
  /** The credentials of open sockets, each once. */
  readonly openCredentials: () => ReadonlySet<string>;
  /** Closes the sockets that were opened with a credential. */
  readonly endAccess: (credential: string) => void;
  readonly onUsed: (signIn: UsedSignIn) => void;
  /** Ends everything that runs for a person who is being removed. Called again if it failed. */
  readonly onLeaving: (person: string) => Promise<void>;
  readonly logError: (message: string, cause: unknown) => void;
  readonly checkEveryMs?: number;
}

/**
 * Closes what was opened with access that has ended since: a sign-out elsewhere, an expiry, a renewed token, a removed
 * person. Reads the database, since commands outside the server change it.
 */
export class AccessWatch {
  readonly #deps: AccessWatchDeps;
  readonly #closing = new AbortController();
  /** People whose work was ended, or is being ended. */
  readonly #leaving = new Set<string>();
  #people: ReadonlySet<string> = new Set();

  constructor(deps: AccessWatchDeps) {
    this.#deps = deps;
    void this.#run();
  }

  /** Does not wait for a check under way, which can hang with the database. */
  close(): void {
    this.#closing.abort();
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    const { checkEveryMs = CHECK_EVERY_MS } = this.#deps;
    while (!signal.aborted) {
      // While the database cannot be read, no access counts as ended.
      await this.#check().catch(() => undefined);
      await wait(checkEveryMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async #check(): Promise<void> {
    const { database, openCredentials, endAccess, onUsed } = this.#deps;
    const open = [...openCredentials()];
    const rows = await database.read.selectFrom('people').select(['id', 'token_hash', 'removing_at']).execute();
    const signIns = await validSignIns(this.#deps, open);
    const present = rows.filter(({ removing_at: removing }) => removing === null);
    const valid = new Set([...present.map(({ token_hash: hash }) => hash), ...signIns.map(({ hash }) => hash)]);
    for (const credential of open) if (!valid.has(credential)) endAccess(credential);
    for (const signIn of signIns) onUsed(signIn);

    const now = new Set(present.map(({ id }) => id));
    const gone = [...this.#people, ...rows.map(({ id }) => id)].filter((id) => !now.has(id));
    for (const person of new Set(gone)) this.#leave(person);
    for (const person of this.#leaving) if (now.has(person)) this.#leaving.delete(person);
    this.#people = now;
  }

  #leave(person: string): void {
    if (this.#leaving.has(person)) return;
    this.#leaving.add(person);
    const { onLeaving, logError } = this.#deps;
    onLeaving(person).catch((error: unknown) => {
      this.#leaving.delete(person);
      logError('What runs for a removed person could not be ended', error);
    });
  }
}
