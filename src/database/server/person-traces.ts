import type { Transaction } from 'kysely';

/** Data of a person that a slice stores and that do not go with the person's row. */
export interface PersonTraces {
  /** Resolves once nothing of the person runs. */
  readonly untilEnded?: (person: string) => Promise<void>;
  /** The person's files and folders. */
  readonly filesOf?: (person: string) => Promise<readonly string[]>;
  /** Sentences that say which files are removed later, and where. */
  readonly elsewhere?: (person: string) => Promise<readonly string[]>;
  /** Removes rows, in the transaction that removes the person. */
  readonly forget?: (trx: Transaction<object>, person: string) => Promise<void>;
}
