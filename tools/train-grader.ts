import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { FEATURES_VERSION } from '#modes/recall/evaluator/domain/grader/features/features.ts';
import { storedModel } from '#modes/recall/evaluator/domain/grader/stored-model.ts';
import type { LabelledAnswer } from '#modes/recall/grading-evaluation/domain/labelled-answer.ts';

import { bestLabelled, chooseThresholds } from './train-grader/choose-thresholds.ts';
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

const WEIGHTS = path.join(import.meta.dirname, '../src/modes/recall/evaluator/domain/grader/weights.ts');
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

interface Training {
  readonly read: ReadAnswers;
  readonly trained: readonly LabelledAnswer[];
  /** How many right answers of others each answer is held against. */
  readonly substitutes: number;
}

/** All that there is to train on, read once. */
function readForTraining({ read, trained, substitutes }: Training): ReadAnswers {
  const ids = new Set(trained.map(({ id }) => id));
  const more = withSubstitutes(trained, { count: substitutes, seed: SEED });
  const answers = read.answers.filter(({ labelled }) => ids.has(labelled.id));
  return { ...read, answers: [...answers, ...(more.length > 0 ? readAnswers(more, trained).answers : [])] };
}

interface Split {
  readonly folds: number;
  readonly seed: number;
  readonly substitutes: number;
}

/** Each answer with the model of a fold that holds nothing of its question; for each way of fitting. */
function crossValidate(
  labelled: readonly LabelledAnswer[],
  ways: readonly Fitting[],
  { folds, seed, substitutes }: Split,
): readonly (readonly Held[])[] {
  const foldOf = foldsOf(labelled, folds, seed);
  const held: Held[][] = ways.map(() => []);
  for (let fold = 0; fold < folds; fold += 1) {
    const trained = labelled.filter((_, index) => foldOf[index] !== fold);
    const read = readAnswers(labelled, trained);
    const material = readForTraining({ read, trained, substitutes });
    const answers = read.answers.filter((_, index) => foldOf[index] === fold);
    for (const [way, options] of ways.entries()) {
      const model: Trained = fit(material, options);
      held[way]?.push(...answers.map((answer): Held => ({ answer, fold, model })));
    }
    process.stderr.write(`Fold ${fold + 1} of ${folds}\n`);
  }
  return held;
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

/** What each group of features adds, without substitutes and with thresholds for all folds together: that is quicker. */
function ablate(labelled: readonly LabelledAnswer[], split: Split): void {
  const ways = [null, ...groupNames].map((group) => ({ group, without: new Set<string>(group ? GROUPS[group] : []) }));
  const fittings = ways.map(({ without }): Fitting => ({ ...fitting, without }));
  for (const [way, held] of crossValidate(labelled, fittings, split).entries()) {
    const thresholds = bestLabelled(held);
    const scores = scoresByCorpus(
      held,
      gradeAll(held, () => thresholds),
    );
    console.log([ways[way]?.group ? `without ${ways[way].group}` : 'with all', ...lines(scores)].join('\n  '));
  }
}

/**
 * Trains the embedded evaluator: `bin/warren -x node tools/train-grader.ts --data FILE`, with
 * `--folds 8`, `--seed 1`, `--write` and `--ablate`.
 * Prints how it does on questions that it was not trained on; `--write` then trains on all answers and writes the
 * weights; `--ablate` measures what each group of features adds instead.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      folds: { type: 'string', default: '8' },
      seed: { type: 'string', default: '1' },
      write: { type: 'boolean' },
      ablate: { type: 'boolean' },
    },
  });
  if (values.data === undefined) throw new Error('Say where the labelled answers are: --data FILE');
  const labelled = await labelledAnswersIn(values.data);
  const split = { folds: Number(values.folds), seed: Number(values.seed), substitutes: SUBSTITUTES };
  if (values.ablate === true) return ablate(labelled, { ...split, substitutes: 0 });
  const [held = []] = crossValidate(labelled, [fitting], split);
  const scores = lines(honestScores(held));
  console.log(scores.join('\n'));
  if (values.write !== true) return;
  const thresholds = chooseThresholds(held);
  const whole = readAnswers(labelled, labelled);
  const material = readForTraining({ read: whole, trained: labelled, substitutes: SUBSTITUTES });
  const model = { ...fit(material, fitting), ...thresholds };
  const made = { seed: SEED, features: FEATURES_VERSION, folds: split.folds, answers: labelled.length, scores };
  await writeFile(WEIGHTS, weightsFile(storedModel(model), made));
}

await main();
