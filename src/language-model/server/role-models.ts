import type { Kysely } from 'kysely';

import type { ModelChunk, Usage, WaitingChunk } from '../domain/chunk.ts';
import type { Prompt } from '../domain/prompt.ts';
import type { RoleId } from '../protocol.ts';

/** The model that has a role for one person. Uses their key and limits and counts their spending. */
export interface RoleModel {
  /** The name on the page, for example `Claude Haiku 4.5`. */
  readonly name: string;
  /** The provider's id of the model. */
  readonly model: string;
  /** The destination of messages, as shown on the page. */
  readonly destination: string;
  readonly maxTokens: number;
  /** Maximum number of tokens of a request and its answer together. */
  readonly contextTokens: number;
  /** The cost of a call in millionths of a US dollar; null if the model's price is unknown. */
  costOf(usage: Usage): number | null;
  /** Changes whenever the person's settings change the model, its limit or its connection. */
  readonly signature: string;
  /**
   * Streams the answer to a prompt: retries temporary failures before the first chunk, watches for stalls, records
   * usage, and applies the spending limit. Throws a ModelFailure that names the role and the setting to change. Callers
   * can ignore `usage` chunks; `waiting` chunks tell the person about a retry.
   */
  stream(prompt: Prompt, call: RoleCall): AsyncIterable<ModelChunk | WaitingChunk>;
  /** The same model with a client that is not shared. */
  withOwnClient(): RoleModel;
}

export interface RoleCall {
  readonly session: string | null;
  readonly signal: AbortSignal;
  /**
   * The time that the caller waits for the whole answer, in milliseconds from the first read of the stream. An attempt
   * that would begin later is not made: the last failure is thrown at once. This limit does not end a call, only
   * `signal` does. Undefined for no limit.
   */
  readonly withinMs?: number;
}

export interface RoleModels {
  /**
   * The model that has a role for a person; null if the embedded agent has it (chosen, no key, or offline). Reads only
   * through `db`, so that it can be called inside a transaction.
   */
  // oxlint-disable-next-line typescript/no-explicit-any -- any slice's transaction will do: the tables are its own
  of(db: Kysely<any>, person: string, role: RoleId): Promise<RoleModel | null>;
}
