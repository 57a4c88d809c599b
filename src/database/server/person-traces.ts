import type { Transaction } from 'kysely';

/** What a slice keeps of a person that does not leave with the person's row. */
export interface PersonTraces {
  /** Resolves once nothing of the person runs. */
  untilEnded?(person: string): Promise<void>;
  /** The person's files and folders. */
  filesOf?(person: string): Promise<readonly string[]>;
  /** Removes rows, in the transaction that removes the person. */
  forget?(trx: Transaction<object>, person: string): Promise<void>;
}
