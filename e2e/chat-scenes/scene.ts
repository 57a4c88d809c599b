import type { Person } from './person.ts';

/** The person's actions on the chat and the terminal of one session. At the end both agree with the transcript. */
export interface Scene {
  readonly name: string;
  /** It is left to the long tests: `chat.pty.test.ts` plays the same without a page, or another journey with one. */
  readonly isLong?: true;
  play(person: Person): Promise<void>;
}
