import { z } from 'zod';

import { LabelledDataError } from '#kernel/labelled-lines.ts';
import {
  failedJudgement,
  type Judgement,
  judgementOf,
} from '#modes/rabbit-hole/tangent-evaluation/domain/judgement.ts';
import {
  readLabelledDialogues,
  type ScoredTurn,
  scoredTurnsOf,
} from '#modes/rabbit-hole/tangent-evaluation/domain/labelled-dialogue.ts';
import { tangentScoresOf, type TangentScores } from '#modes/rabbit-hole/tangent-evaluation/domain/scores.ts';

import { type CommandCall, UsageError } from '../command.ts';
import { configuredDetector } from './configured-detector.ts';
import { createProgress } from './progress.ts';
import { asTable, count, roundedFigures, tell } from './running/figures.ts';
import { readDataFile, requireResultsPath } from './running/files.ts';
import { openResultsFile, type ResultFormat } from './running/results-file.ts';
import { runRows } from './running/run-rows.ts';

const format: ResultFormat<ScoredTurn, Judgement> = {
  of: 'tangents',
  agentField: 'detector',
  outcome: z.object({ prediction: z.literal([0, 1]), confidence: z.number(), topic: z.string() }),
  idOf: ({ dialogue, turn }) => `${dialogue}:${turn}`,
  factsOf: ({ dialogue, turn, shift }) => ({ dialogue, turn, shift }),
  judgedOf: ({ messages }) => messages.map(({ content }) => content),
};

/** Judges every turn of labelled dialogues with the configured detector, without context, and prints the figures. */
export async function run({ positionals, flags, environment }: CommandCall): Promise<void> {
  const { data, out, json } = flags;
  if (typeof data !== 'string' || positionals.length > 0)
    throw new UsageError('Usage: warren eval tangents --data FILE [--json] [--out FILE]');
  const turns = await readData(data);
  if (typeof out === 'string') await requireResultsPath(out, data);
  const configured = await configuredDetector(environment);
  const { detector } = configured;
  try {
    tell(`${count(turns.length)} turns, judged by: ${detector.name}`);
    const results =
      typeof out === 'string' ? openResultsFile(format, { file: out, agent: detector.name, notice: tell }) : null;
    const stopping = new AbortController();
    const progress = createProgress(turns.length, process.stderr);
    const judged = await runRows(turns, {
      judge: async ({ messages }, signal) =>
        judgementOf(await detector.detect(messages, [], { session: null, signal })),
      failed: failedJudgement,
      isEmbedded: detector.isEmbedded,
      results,
      signal: stopping.signal,
      onProgress: (done) => progress.at(done),
    }).finally(() => stopping.abort());
    progress.end();
    if (judged.resumed > 0) tell(`${count(judged.resumed)} of them were judged by an earlier run.`);
    if (judged.failures.length > 0)
      tell(
        `${count(judged.failures.length)} could not be judged and count as no shift. The last: ${judged.failures.at(-1)}`,
      );
    const scores = tangentScoresOf(
      turns.map((turn, index) => ({ ...turn, prediction: (judged.outcomes[index] ?? failedJudgement).prediction })),
    );
    process.stdout.write(json === true ? `${JSON.stringify(roundedFigures({ ...scores }))}\n` : table(scores));
  } finally {
    await configured.close();
  }
}

async function readData(file: string): Promise<readonly ScoredTurn[]> {
  const text = await readDataFile(file);
  try {
    return scoredTurnsOf(readLabelledDialogues(text));
  } catch (error) {
    if (error instanceof LabelledDataError) throw new Error(`${file}: ${error.message}`);
    throw error;
  }
}

function table({ turns, f1, precision, recall, f1Within1, falseAlarmsPer10Turns }: TangentScores): string {
  const figures = [f1, precision, recall, f1Within1, falseAlarmsPer10Turns].map((figure) => figure.toFixed(3));
  const titles = ['turns', 'F1', 'precision', 'recall', 'F1 within one turn', 'false alarms in 10 turns'];
  return `${asTable([titles, [count(turns), ...figures]])}\n`;
}
