import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { FEATURES_VERSION } from '../src/modes/recall/domain/embedded-evaluator/grader/features/features.ts';
import { storedModel } from '../src/modes/recall/domain/embedded-evaluator/grader/stored-model.ts';
import type { LabelledAnswer } from '../src/modes/recall/grading-evaluation/domain/labelled-answer.ts';
import { chooseThresholds } from './train-grader/choose-thresholds.ts';
import { groupNames, GROUPS } from './train-grader/feature-groups.ts';
import { fit, type Fitting, type Trained } from './train-grader/fit.ts';
import {
  type CorpusScores,
  foldsOf,
  gradeAll,
  type Held,
  scoresByCorpus,
  type ThresholdPair,
} from './train-grader/measure.ts';
import { labelledAnswersIn, readAnswers, type ReadAnswers } from './train-grader/read-answers.ts';
import { withSubstitutes } from './train-grader/substitutes.ts';
import { weightsFile } from './train-grader/weights-file.ts';

const WEIGHTS = path.join(import.meta.dirname, '../src/modes/recall/domain/embedded-evaluator/grader/weights.ts');
const SEED = 20_261_122;
const SUBSTITUTES = 2;
const trees = {
  depth: 3,
  ridge: 20,
  leastLeaf: 10,
  rate: 0.05,
  shareOfRows: 0.6,
  shareOfFeatures: 0.4,
  levelRidge: 1,
};
const fitting: Fitting = {
  expressed: { ...trees, rounds: 250, seed: SEED },
  contradicted: { ...trees, rounds: 120, seed: SEED + 1 },
  lineRidge: 4,
  without: new Set(),
};

function train(read: ReadAnswers, trained: readonly LabelledAnswer[], options: Fitting): Trained {
  const ids = new Set(trained.map(({ id }) => id));
  const substitutes = readAnswers(withSubstitutes(trained, { count: SUBSTITUTES, seed: SEED }), trained);
  const answers = read.answers.filter(({ labelled }) => ids.has(labelled.id));
  return fit({ ...read, answers: [...answers, ...substitutes.answers] }, options);
}

/** Each answer with the model of a fold that holds nothing of its question. */
function crossValidate(
  labelled: readonly LabelledAnswer[],
  options: Fitting,
  { folds, seed }: { readonly folds: number; readonly seed: number },
): readonly Held[] {
  const foldOf = foldsOf(labelled, folds, seed);
  return Array.from({ length: folds }, (_, fold) => fold).flatMap((fold) => {
    const trained = labelled.filter((__, index) => foldOf[index] !== fold);
    const read = readAnswers(labelled, trained);
    const model = train(read, trained, options);
    process.stderr.write(`Fold ${fold + 1} of ${folds}\n`);
    return read.answers.filter((__, index) => foldOf[index] === fold).map((answer): Held => ({ answer, fold, model }));
  });
}

/** Graded whole, rules and all, with thresholds for each fold that come from the other folds. */
function honestScores(held: readonly Held[]): CorpusScores {
  const folds = [...new Set(held.map(({ fold }) => fold))];
  const pairs = new Map(folds.map((fold) => [fold, chooseThresholds(held.filter((each) => each.fold !== fold))]));
  const of = ({ fold }: Held): ThresholdPair => {
    const pair = pairs.get(fold);
    if (!pair) throw new Error('Every fold has its thresholds.');
    return pair;
  };
  return scoresByCorpus(held, gradeAll(held, of));
}

function lines(scores: CorpusScores): readonly string[] {
  return [...scores].map(([corpus, figures]) => {
    const { rows, macroF1_2way, macroF1_3way, weightedF1, kappa, falseCredit, credited } = figures;
    const shares = { macroF1_2way, macroF1_3way, weightedF1, kappa, falseCredit, credited };
    const texts = Object.entries(shares).map(([name, value]) => `${name} ${value === null ? '-' : value.toFixed(3)}`);
    return `${corpus}: ${rows} answers, ${texts.join(', ')}`;
  });
}

/**
 * Trains the embedded evaluator: `bin/warren -x node tools/train-grader.ts --data FILE`, with
 * `--folds 10`, `--seed 1`, `--write` and `--ablate`.
 * Prints how it does on questions that it was not trained on; `--write` then trains on all answers and writes the
 * weights; `--ablate` measures what each group of features adds.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      folds: { type: 'string', default: '10' },
      seed: { type: 'string', default: '1' },
      write: { type: 'boolean' },
      ablate: { type: 'boolean' },
    },
  });
  if (values.data === undefined) throw new Error('Say where the labelled answers are: --data FILE');
  const labelled = await labelledAnswersIn(values.data);
  const split = { folds: Number(values.folds), seed: Number(values.seed) };
  const held = crossValidate(labelled, fitting, split);
  const scores = lines(honestScores(held));
  console.log(scores.join('\n'));
  if (values.ablate === true) {
    for (const group of groupNames) {
      const without = new Set(GROUPS[group]);
      console.log(
        [`without ${group}`, ...lines(honestScores(crossValidate(labelled, { ...fitting, without }, split)))].join(
          '\n  ',
        ),
      );
    }
  }
  if (values.write !== true) return;
  const thresholds = chooseThresholds(held);
  const model = { ...train(readAnswers(labelled, labelled), labelled, fitting), ...thresholds };
  const made = { seed: SEED, features: FEATURES_VERSION, folds: split.folds, answers: labelled.length, scores };
  await writeFile(WEIGHTS, weightsFile(storedModel(model), made));
}

await main();
