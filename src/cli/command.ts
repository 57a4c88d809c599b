export interface CommandCall {
  readonly positionals: readonly string[];
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
  readonly environment: NodeJS.ProcessEnv;
}

export interface Command {
  /** The usage text after `warren`. */
  readonly usage: string;
  readonly summary: string;
  readonly options?: Readonly<Record<string, { type: 'boolean' | 'string' }>>;
  load(): Promise<{ readonly run: (call: CommandCall) => Promise<void> }>;
}

/** An invalid command line. Answered with the usage and exit code 2. */
export class UsageError extends Error {}
