import { AppError } from '#wire/error-kind.ts';

import type { AccountTables } from './tables.ts';

export type SignInRow = AccountTables['sign_ins'];

interface Unwritten {
  readonly row: SignInRow;
  /** Of the token that it was given for. */
  readonly tokenHash: string;
}

/** Maximum number of sign-ins that are held; the oldest go first. */
const MAX_HELD = 1_000;

/**
 * Sign-ins that could not be stored, for example on a full disk. They let people in and read as long as the process runs,
 * and are stored once that is possible.
 */
export class UnwrittenSignIns {
  readonly #held = new Map<string, Unwritten>();

  hold(unwritten: Unwritten): void {
    this.#held.set(unwritten.row.id_hash, unwritten);
    const oldest = this.#held.keys().next();
    if (this.#held.size > MAX_HELD && !oldest.done) this.#held.delete(oldest.value);
  }

  find(hash: string): Unwritten | undefined {
    return this.#held.get(hash);
  }

  drop(hash: string): void {
    this.#held.delete(hash);
  }
}

/** False if the store failed; throws every other error. */
export async function isStored(writing: Promise<unknown>): Promise<boolean> {
  try {
    await writing;
    return true;
  } catch (error) {
    if (error instanceof AppError && error.isOfStore) return false;
    throw error;
  }
}
