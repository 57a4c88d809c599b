import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { FEATURES_VERSION } from '#modes/recall/evaluator/domain/grader/features.ts';
import { storedModel } from '#modes/recall/evaluator/domain/grader/stored-model.ts';

import { chooseThresholds } from './train-grader/choose-thresholds.ts';
import { fit } from './train-grader/fit.ts';
import { areaUnderCurve, byCorpus, foldsOf, gradeAll, type Held, scoresOf } from './train-grader/measure.ts';
import { type ReadAnswer, readAnswers } from './train-grader/read-answers.ts';
import { weightsFile } from './train-grader/weights-file.ts';

const WEIGHTS = path.join(import.meta.dirname, '../src/modes/recall/evaluator/domain/grader/weights.ts');
const SEED = 20_261_122;
const trees = {
  depth: 3,
  ridge: 20,
  leastLeaf: 10,
  rate: 0.08,
  shareOfRows: 0.6,
  shareOfFeatures: 0.4,
  levelRidge: 1,
  rounds: 120,
  seed: SEED,
};

/** Each answer with the model of a fold that holds nothing of its question. */
function crossValidate(answers: readonly ReadAnswer[], folds: readonly number[]): readonly Held[] {
  const models = new Map(
    [...new Set(folds)].map((fold) => [
      fold,
      fit(
        answers.filter((_, index) => folds[index] !== fold),
        trees,
      ),
    ]),
  );
  return answers.flatMap((answer, index) => {
    const fold = folds[index] ?? 0;
    const model = models.get(fold);
    return model ? [{ answer, fold, model }] : [];
  });
}

/** Graded whole, rules and all, with thresholds for each fold that come from the other folds. */
function figures(held: readonly Held[]): readonly string[] {
  const folds = [...new Set(held.map(({ fold }) => fold))];
  const thresholds = new Map(folds.map((fold) => [fold, chooseThresholds(held.filter((each) => each.fold !== fold))]));
  const graded = gradeAll(held, (fold) => thresholds.get(fold) ?? { yesFrom: 2, noBelow: 0 });
  return [...byCorpus(held)].map(([corpus, indexes]) => {
    const { rows, macroF1_2way, macroF1_3way, yes, ask, no, precisionYes, missedRight, falseCredit, credited } =
      scoresOf(graded, indexes);
    const area = areaUnderCurve(indexes.flatMap((index) => held[index] ?? []));
    const shares = { macroF1_2way, macroF1_3way, area, yes, ask, no, precisionYes, missedRight, falseCredit, credited };
    const texts = Object.entries(shares).map(([name, value]) => `${name} ${value === null ? '-' : value.toFixed(3)}`);
    return `${corpus}: ${rows} answers, ${texts.join(', ')}`;
  });
}

/**
 * Trains the embedded evaluator: `bin/warren -x node tools/train-grader.ts --data FILE`, with `--folds 8`, `--seed 1`
 * and `--write`. Prints how it does on questions that it was not trained on; `--write` then trains on all answers and
 * writes the weights.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      folds: { type: 'string', default: '8' },
      seed: { type: 'string', default: '1' },
      write: { type: 'boolean' },
    },
  });
  if (values.data === undefined) throw new Error('Say where the labelled answers are: --data FILE');
  const answers = await readAnswers(values.data);
  const held = crossValidate(answers, foldsOf(answers, Number(values.folds), Number(values.seed)));
  const lines = figures(held);
  console.log(lines.join('\n'));
  if (values.write !== true) return;
  const model = { ...fit(answers, trees), thresholds: chooseThresholds(held) };
  console.log(JSON.stringify(model.thresholds));
  const made = {
    seed: SEED,
    features: FEATURES_VERSION,
    folds: Number(values.folds),
    answers: answers.length,
    scores: lines,
  };
  await writeFile(WEIGHTS, weightsFile(storedModel(model), made));
}

await main();
