import type { KnownResults } from './results-file.ts';

/** Models are slow and can be called concurrently; an embedded agent only blocks itself. */
const MODELS_AT_ONCE = 4;
const ATTEMPTS = 2;
/** After this many failures without a success, the run ends. */
const HOPELESS_AFTER = 8;

interface RowRun<Row, Outcome> {
  readonly judge: (row: Row, signal: AbortSignal) => Promise<Outcome>;
  /** The outcome of a row that could not be judged. */
  readonly failed: Outcome;
  readonly isEmbedded: boolean;
  readonly results: KnownResults<Row, Outcome> | null;
  readonly signal: AbortSignal;
  /** Called after each row with the number done. */
  readonly onProgress: (done: number) => void;
}

interface RunRows<Outcome> {
  /** In row order. */
  readonly outcomes: readonly Outcome[];
  /** Rows found in the results of an earlier run. */
  readonly resumed: number;
  /** Why rows could not be judged. */
  readonly failures: readonly string[];
}

/** Judges each row separately. Rejects if judging fails from the start, and when aborted. */
export async function runRows<Row, Outcome>(
  rows: readonly Row[],
  run: RowRun<Row, Outcome>,
): Promise<RunRows<Outcome>> {
  const known = rows.map((row) => run.results?.known(row) ?? null);
  const outcomes = known.map((outcome) => outcome ?? run.failed);
  const open = [...rows.entries()].filter(([index]) => known[index] === null);
  const resumed = rows.length - open.length;
  const failures: string[] = [];
  let done = resumed;
  const queue = open.values();

  async function work(): Promise<void> {
    for (const [index, row] of queue) {
      run.signal.throwIfAborted();
      const { outcome, failure } = await attempt(row, run);
      run.signal.throwIfAborted();
      outcomes[index] = outcome;
      if (failure !== null) failures.push(failure);
      if (failures.length >= HOPELESS_AFTER && failures.length === done - resumed + 1) throw new Error(failure ?? '');
      run.results?.add(row, outcome, failure);
      run.onProgress((done += 1));
    }
  }

  const workers = run.isEmbedded ? 1 : MODELS_AT_ONCE;
  await Promise.all(Array.from({ length: workers }, work));
  return { outcomes, resumed, failures };
}

async function attempt<Row, Outcome>(
  row: Row,
  { judge, failed, signal }: RowRun<Row, Outcome>,
): Promise<{ outcome: Outcome; failure: string | null }> {
  let failure = '';
  for (let tried = 0; tried < ATTEMPTS && !signal.aborted; tried += 1) {
    try {
      return { outcome: await judge(row, signal), failure: null };
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
    }
  }
  return { outcome: failed, failure };
}
