import type { OnTextWritten } from '../../storage/server/text-written.ts';
import type { WordIndex } from './passage-search.ts';

/** The index of words with its upkeep, as the database's engine provides it. */
export interface WordSearch extends WordIndex {
  readonly onTextWritten: OnTextWritten;
  /**
   * Forgets what another version has indexed. What is not indexed yet follows in the background: found by state, so
   * that a stop in between loses nothing.
   */
  recover(): Promise<void>;
  /** Resolves once all that was there at `recover` is indexed, or the index is closed. */
  caughtUp(): Promise<void>;
  close(): Promise<void>;
}
