import { UsageError, type CommandCall } from '../command.ts';
import type { EvaluationCommand } from '../eval/evaluation.ts';

const EVALUATIONS: Readonly<Record<string, EvaluationCommand>> = {
  grading: {
    usage: 'grading --data FILE [--json] [--out FILE]',
    summary: 'How well the evaluator grades labelled answers',
    load: () => import('../eval/grading.ts'),
  },
  tangents: {
    usage: 'tangents --data FILE [--json] [--out FILE]',
    summary: 'How well the detector finds where labelled dialogues change their topic',
    load: () => import('../eval/tangents.ts'),
  },
  retrieval: {
    usage: 'retrieval --data FOLDER [--json] [--out FILE]',
    summary: 'How well the library finds what answers the queries of a BEIR collection, by words and by meaning',
    load: () => import('../eval/retrieval/retrieval.ts'),
  },
  transcripts: {
    usage: 'transcripts --data FOLDER [--json] [--out FILE]',
    summary: 'What the reader finds in transcripts of Claude Code',
    load: () => import('../eval/transcripts/transcripts.ts'),
  },
  scheduling: {
    usage: 'scheduling [--person NAME] [--json]',
    summary: 'How well the memory model foresaw your own reviews',
    load: () => import('../eval/scheduling.ts'),
  },
};

export async function run(call: CommandCall): Promise<void> {
  const [name = '', ...positionals] = call.positionals;
  const evaluation = Object.hasOwn(EVALUATIONS, name) ? EVALUATIONS[name] : undefined;
  if (!evaluation) {
    const lines = Object.values(EVALUATIONS).map(({ usage, summary }) => `  warren eval ${usage}\n    ${summary}`);
    const problem = name === '' ? 'What is to be evaluated?' : `There is no evaluation "${name}".`;
    throw new UsageError(`${problem} There are:\n${lines.join('\n')}`);
  }
  const { run: evaluate } = await evaluation.load();
  await evaluate({ ...call, positionals });
}
