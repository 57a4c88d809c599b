export interface CommandCall {
  readonly positionals: readonly string[];
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
  readonly environment: NodeJS.ProcessEnv;
}

export interface Command {
  /** The text after `warren`. */
  readonly usage: string;
  readonly summary: string;
  readonly options?: Readonly<Record<string, { type: 'boolean' | 'string' }>>;
  load(): Promise<{ readonly run: (call: CommandCall) => Promise<void> }>;
}

/** The command line is not valid: answered with the usage and exit code 2. */
export class UsageError extends Error {}
