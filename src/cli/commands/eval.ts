import { type CommandCall, UsageError } from '../command.ts';
import type { Measure } from '../eval/rows.ts';

const EVALUATIONS: Readonly<Record<string, () => Promise<{ readonly measure: Measure }>>> = {
  grading: () => import('../eval/grading.ts'),
  tangents: () => import('../eval/tangents.ts'),
  retrieval: () => import('../eval/retrieval.ts'),
  transcripts: () => import('../eval/transcripts.ts'),
};

export async function run({ positionals, flags, environment }: CommandCall): Promise<void> {
  const { data, out, json } = flags;
  const [name = '', ...more] = positionals;
  const load = Object.hasOwn(EVALUATIONS, name) ? EVALUATIONS[name] : undefined;
  if (!load || typeof data !== 'string' || more.length > 0)
    throw new UsageError('Usage: warren eval grading|tangents|retrieval|transcripts --data PATH [--json] [--out FILE]');
  const { measure } = await load();
  const figures = await measure({ data, out: typeof out === 'string' ? out : null, environment });
  // Four decimals exceed the precision of any data set.
  const round = (_: string, value: unknown) =>
    typeof value === 'number' ? Math.round(value * 10_000) / 10_000 : value;
  process.stdout.write(`${JSON.stringify(figures, round, json === true ? 0 : 2)}\n`);
}
