import type { Kysely } from 'kysely';

import type { ModelChunk, WaitingChunk } from '../domain/chunk.ts';
import type { Prompt } from '../domain/prompt.ts';
import type { RoleId } from '../protocol.ts';

/** The model that plays a role for one person, with their key, their limits, and their spending counted. */
export interface RoleModel {
  /** As the page names it, for example `Claude Haiku 4.5`. */
  readonly name: string;
  /** The provider's id of it. */
  readonly model: string;
  /** Where what is said goes, as the page names it. */
  readonly destination: string;
  /** The most that it may say at once. */
  readonly maxTokens: number;
  /** Another one wherever the person's settings have changed what is asked, or how it is reached. */
  readonly signature: string;
  /**
   * Streams the answer to a prompt: retries what is worth retrying before the first chunk, watches for stalls, records
   * what was used, and keeps to the spending limit. Throws a ModelFailure that names the role and the setting at fault.
   * `usage` chunks are recorded here and may be ignored; `waiting` is for whoever waits with it.
   */
  stream(prompt: Prompt, call: RoleCall): AsyncIterable<ModelChunk | WaitingChunk>;
  /** The same model, asked through a client that nothing else is asked through. */
  withOwnClient(): RoleModel;
}

export interface RoleCall {
  /** The session it is for, or null. */
  readonly session: string | null;
  readonly signal: AbortSignal;
  /**
   * How long the caller waits for the whole answer, in milliseconds from when the stream is first read. An attempt that
   * could begin only after that is not waited for: the failure that came is thrown at once. It ends no call by itself:
   * `signal` does. Undefined: as long as it takes.
   */
  readonly withinMs?: number;
}

export interface RoleModels {
  /**
   * The model that plays a role for a person; null where the embedded agent does: chosen, no key, or offline. Reads
   * through `db` alone, so that it may be asked inside a transaction.
   */
  // oxlint-disable-next-line typescript/no-explicit-any -- any slice's transaction will do: the tables are its own
  of(db: Kysely<any>, person: string, role: RoleId): Promise<RoleModel | null>;
}
