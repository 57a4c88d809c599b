import type { Transaction } from 'kysely';

/** Work that concerns nobody in particular, such as the nightly backup. One server at a time does it. */
export interface Duties {
  /** Whether this server has them, as far as it knows. */
  readonly areHere: boolean;
  /**
   * Holds the duties until the transaction ends, so that another server cannot take them before. Throws an AppError if
   * one has taken them already.
   */
  // oxlint-disable-next-line typescript/no-explicit-any -- each slice writes its own tables in the transaction
  keep(trx: Transaction<any>): Promise<void>;
  /** Called each time this server takes the duties. */
  onTaken(listener: () => void): void;
}

/** The duties of a server without others. */
export const ALL_DUTIES: Duties = { areHere: true, keep: () => Promise.resolve(), onTaken: () => undefined };
