import type { AccountDeps } from './account-deps.ts';
import { SIGN_IN_LASTS_MS } from './sign-ins.ts';

const WRITE_EVERY_MS = 600_000;

export interface UsedSignIn {
  readonly hash: string;
  /** The stored value; null if it was never written. */
  readonly lastSeenAt: number | null;
  readonly isAccessToken?: true;
}

/**
 * Stores when each sign-in or access token was last used, which also extends a sign-in. Nothing waits for the write,
 * and a failed write is dropped: on a full disk people can still read. Each is written at most every ten minutes,
 * successful or not.
 */
export class SignInUses {
  readonly #deps: AccountDeps;
  /**
   * The time of the last attempt to write, by hash. It stays after a success: a request can have read the row before
   * that.
   */
  readonly #tried = new Map<string, number>();
  readonly #writing = new Set<Promise<void>>();

  constructor(deps: AccountDeps) {
    this.#deps = deps;
  }

  readonly used = (signIn: UsedSignIn): void => {
    const { hash, lastSeenAt } = signIn;
    const now = this.#deps.now();
    // In both directions: the clock can have been set back.
    const isRecent = (at: number | null | undefined) => typeof at === 'number' && Math.abs(now - at) < WRITE_EVERY_MS;
    if (isRecent(lastSeenAt) || isRecent(this.#tried.get(hash))) return;
    for (const [each, at] of this.#tried) if (!isRecent(at)) this.#tried.delete(each);
    this.#tried.set(hash, now);
    const writing = this.#write(signIn, now).finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
  };

  async settled(): Promise<void> {
    await Promise.all(this.#writing);
  }

  async #write({ hash, isAccessToken }: UsedSignIn, now: number): Promise<void> {
    try {
      await this.#deps.database.write(async (trx) => {
        if (isAccessToken)
          await trx.updateTable('capture_tokens').set({ last_used_at: now }).where('token_hash', '=', hash).execute();
        else
          await trx
            .updateTable('sign_ins')
            .set({ last_seen_at: now, expires_at: now + SIGN_IN_LASTS_MS })
            .where('id_hash', '=', hash)
            .execute();
      });
    } catch {
      // The next use after ten minutes tries again.
    }
  }
}
