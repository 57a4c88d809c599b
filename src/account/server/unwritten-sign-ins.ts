import type { AccountTables } from './tables.ts';

export type SignInRow = AccountTables['sign_ins'];

export interface UnwrittenSignIn {
  readonly row: SignInRow;
  /** Of the token that it was given for. */
  readonly tokenHash: string;
}

/** Which sign-ins of a person are ended: one by its id, or all with an exception. */
export type EndedSignIns = { readonly only: string } | { readonly except: string | undefined };

/** Maximum number of sign-ins that are held; the oldest go first. */
const MAX_HELD = 1_000;

/**
 * Sign-ins that could not be stored, for example on a full disk. They let people in and read as long as the process runs,
 * and are stored once that is possible.
 */
export class UnwrittenSignIns {
  readonly #held = new Map<string, UnwrittenSignIn>();

  hold(unwritten: UnwrittenSignIn): void {
    this.#held.set(unwritten.row.id_hash, unwritten);
    const oldest = this.#held.keys().next();
    if (this.#held.size > MAX_HELD && !oldest.done) this.#held.delete(oldest.value);
  }

  find(hash: string): UnwrittenSignIn | undefined {
    return this.#held.get(hash);
  }

  all(): readonly UnwrittenSignIn[] {
    return [...this.#held.values()];
  }

  drop(hash: string): void {
    this.#held.delete(hash);
  }

  /** Drops sign-ins of a person. Returns how many. */
  end(person: string, ended: EndedSignIns): number {
    const own = this.all().filter(({ row }) => row.person_id === person);
    const chosen = own.filter(({ row: { id_hash: id } }) =>
      'only' in ended ? id === ended.only : id !== ended.except,
    );
    for (const { row } of chosen) this.drop(row.id_hash);
    return chosen.length;
  }
}
