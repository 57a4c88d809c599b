import type { CommandCall } from '../command.ts';

/** One of the evaluations that `warren eval` runs. */
export interface EvaluationCommand {
  /** The text after `warren eval`. */
  readonly usage: string;
  readonly summary: string;
  /** Loads the evaluation's modules on demand. Positionals follow its name. */
  load(): Promise<{ readonly run: (call: CommandCall) => Promise<void> }>;
}
