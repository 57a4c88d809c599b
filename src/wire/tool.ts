import type { z } from 'zod';

/** A permission of an access token: read the library, add to it, or take part in recall. */
export type Scope = 'read' | 'keep' | 'recall';

/** The program that calls a tool. */
export interface ToolCaller {
  /** The id of the person who owns the token. */
  readonly person: string;
  /** The id of the access token. */
  readonly token: string;
  /** The program's own name, cleaned and shortened; otherwise the token's name. */
  readonly client: string;
  /** The one bucket that the token can read and add to; null for the whole library. */
  readonly bucketId: string | null;
  /** The terminal session that the token was created for; otherwise null. */
  readonly session: string | null;
  /** The origin at which the caller reached Warren, for links: `http://127.0.0.1:4600`. */
  readonly origin: string;
  /**
   * Throws an AppError if the token was revoked during the call. A tool that writes calls this inside its transaction,
   * and passes it.
   */
  requireToken(trx?: object): Promise<void>;
  /** The part of an AbortSignal that is typed here. Aborted once nobody waits for the answer. */
  readonly signal: { readonly aborted: boolean; throwIfAborted(): void };
}

/**
 * A tool that programs call over the Model Context Protocol. Names, descriptions and schemas are a public surface. A
 * tool sees only rows of its caller's person: another person's id gets the answer of an unknown id.
 */
export interface Tool<Input = unknown> {
  /** In snake case. */
  readonly name: string;
  readonly title: string;
  /** For the model that chooses among tools: what the tool does, when to call it, what it returns. */
  readonly description: string;
  readonly scope: Scope;
  /** Whether calls change nothing. */
  readonly isReadOnly: boolean;
  /** Whether calls can access addresses outside Warren. */
  readonly reachesOut?: boolean;
  readonly input: z.ZodObject;
  /** Returns the text of the answer, or throws an AppError whose message is sent to the program. */
  handle(input: Input, caller: ToolCaller): Promise<string>;
}

/** Checks the types of input and handler together, then erases them so that all tools fit in one list. */
export function tool<Input>(definition: Tool<Input>): Tool {
  return definition as Tool;
}

interface ListedResource {
  readonly id: string;
  readonly title: string;
}

/** A kind of text that programs read by address: `warren://KIND/ID`. */
export interface ResourceKind {
  readonly kind: string;
  readonly title: string;
  readonly description: string;
  readonly scope: Scope;
  /** The resources that a program can choose from, best first. Others can be read by id. */
  list(caller: ToolCaller): Promise<readonly ListedResource[]>;
  /** Returns Markdown, or throws an AppError. */
  read(id: string, caller: ToolCaller): Promise<string>;
}

/** A request that a person selects in a program, which sends it to its model. */
export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** A token needs all of these, because the text refers to their tools. */
  readonly scopes: readonly Scope[];
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly isRequired: boolean }[];
  write(given: Readonly<Record<string, string>>): string;
}
