/** What a command was called with. */
export interface CommandCall {
  readonly positionals: readonly string[];
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
  readonly environment: NodeJS.ProcessEnv;
}

export interface Command {
  /** What stands after `warren`. */
  readonly usage: string;
  readonly summary: string;
  readonly options?: Readonly<Record<string, { type: 'boolean' | 'string' }>>;
  /** Loads what the command needs: none pays for the others. */
  load(): Promise<{ readonly run: (call: CommandCall) => Promise<void> }>;
}

/** The command line cannot be understood: answered with the usage and exit code 2. */
export class UsageError extends Error {}
