import type { z } from 'zod';

/** What an access token lets a program do: read the library, add to it, or take part in recall. */
export type Scope = 'read' | 'keep' | 'recall';

/** Who calls a tool. */
export interface ToolCaller {
  /** The id of the person whose token it is. */
  readonly person: string;
  /** The id of the access token. */
  readonly token: string;
  /** The program's name, as it gave it, cleaned and cut; otherwise the token's name. */
  readonly client: string;
  /** The one bucket that the token may read and keep in; null: the whole library. */
  readonly bucketId: string | null;
  /** The terminal session whose token it is; null otherwise. */
  readonly session: string | null;
  /** The address under which the caller reached Warren, for links: `http://127.0.0.1:4600`. */
  readonly origin: string;
  /**
   * Throws an AppError if the token was withdrawn during the call. A tool that writes asks in the transaction of the write,
   * which it passes.
   */
  requireToken(trx?: object): Promise<void>;
  /** An AbortSignal, whose whole type is not known here: aborted once nobody waits for the answer. */
  readonly signal: { readonly aborted: boolean; throwIfAborted(): void };
}

/**
 * What programs call over the Model Context Protocol. Names, descriptions and schemas are a public surface. A tool sees
 * the rows of its caller's person alone: an id of another person's is answered as an unknown one.
 */
export interface Tool<Input = unknown> {
  /** In snake case. */
  readonly name: string;
  readonly title: string;
  /** For the model that chooses among tools: what it does, when to call it, what it returns. */
  readonly description: string;
  readonly scope: Scope;
  /** Whether a call changes nothing. */
  readonly isReadOnly: boolean;
  /** Whether a call may reach an address beyond Warren. */
  readonly reachesOut?: boolean;
  readonly input: z.ZodObject;
  /** Returns the text of the answer, or throws an AppError, whose words the program gets. */
  handle(input: Input, caller: ToolCaller): Promise<string>;
}

/** Keeps the types of input and handler together, then erases them so that tools fit one list. */
export function tool<Input>(definition: Tool<Input>): Tool {
  return definition as Tool;
}

interface ListedResource {
  readonly id: string;
  readonly title: string;
}

/** Texts of one kind that programs read by address: `warren://KIND/ID`. */
export interface ResourceKind {
  readonly kind: string;
  readonly title: string;
  readonly description: string;
  readonly scope: Scope;
  /** Those that a program is shown to choose from, best first; any other is read by its id too. */
  list(caller: ToolCaller): Promise<readonly ListedResource[]>;
  /** Returns Markdown, or throws an AppError. */
  read(id: string, caller: ToolCaller): Promise<string>;
}

/** A request that a person picks in a program, which sends it to its model. */
export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** A token needs all of them, since the text asks for tools of these. */
  readonly scopes: readonly Scope[];
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly isRequired: boolean }[];
  write(given: Readonly<Record<string, string>>): string;
}
