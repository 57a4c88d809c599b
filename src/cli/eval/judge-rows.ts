import { tell } from './rows.ts';

/** Models are slow and can be called concurrently; an embedded agent only blocks itself. */
const MODELS_AT_ONCE = 4;
/** After this many failures without a success, the run ends. */
const HOPELESS_AFTER = 8;

interface Judging<Row, Outcome> {
  readonly agent: { readonly name: string; readonly isEmbedded: boolean };
  readonly judge: (row: Row, signal: AbortSignal) => Promise<Outcome>;
  /** The outcome of a row that could not be judged twice. */
  readonly failed: Outcome;
  readonly onJudged: (row: Row, outcome: Outcome) => void;
}

/** Judges each row by itself. Returns the rows with their outcomes, in order. */
export async function judgeRows<Row, Outcome>(
  rows: readonly Row[],
  { agent, judge, failed, onJudged }: Judging<Row, Outcome>,
): Promise<readonly (Row & Outcome)[]> {
  tell(`${rows.length} rows, judged by: ${agent.name}`);
  const results = rows.map((row) => ({ ...row, ...failed }));
  const stopping = new AbortController();
  let [judged, failures] = [0, 0];
  const queue = rows.entries();
  async function work(): Promise<void> {
    for (const [index, row] of queue) {
      const again = () => judge(row, stopping.signal);
      const outcome = await again()
        .catch(again)
        .catch((error: unknown) => {
          if ((failures += 1) >= HOPELESS_AFTER && failures > judged) throw error;
          tell(`Row ${index + 1} could not be judged: ${String(error)}`);
          return failed;
        });
      stopping.signal.throwIfAborted();
      results[index] = { ...row, ...outcome };
      onJudged(row, outcome);
      if ((judged += 1) % 1_000 === 0) tell(`${judged} of ${rows.length}`);
    }
  }
  const workers = Array.from({ length: agent.isEmbedded ? 1 : MODELS_AT_ONCE }, work);
  await Promise.all(workers).finally(() => stopping.abort());
  return results;
}
