import type { CommandCall } from '../command.ts';

/** One of the evaluations that `warren eval` runs. */
export interface EvaluationCommand {
  /** What stands after `warren eval`. */
  readonly usage: string;
  readonly summary: string;
  /** Loads what it needs: none pays for the others. Positionals are what stands after its name. */
  load(): Promise<{ readonly run: (call: CommandCall) => Promise<void> }>;
}
