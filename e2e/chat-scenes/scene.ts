import type { Person } from './person.ts';

/** Actions of a person on the chat and the terminal of one session. At the end, both agree with the transcript. */
export interface Scene {
  readonly name: string;
  /**
   * Played only by the long tests: `chat.pty.test.ts` plays the same without a page, or another journey plays it with
   * one.
   */
  readonly isLong?: true;
  play(person: Person): Promise<void>;
}
