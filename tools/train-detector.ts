import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { chanceOf, type DriftModel } from '#modes/rabbit-hole/domain/embedded-detector/drift-model.ts';
import { FEATURES_VERSION } from '#modes/rabbit-hole/domain/embedded-detector/features/features.ts';
import { readLabelledDialogues } from '#modes/rabbit-hole/tangent-evaluation/domain/labelled-dialogue.ts';
import type { TangentScores } from '#modes/rabbit-hole/tangent-evaluation/domain/scores.ts';

import { GROUPS } from './train-detector/feature-groups.ts';
import { fitLogistic } from './train-detector/logistic.ts';
import {
  chooseThreshold,
  foldsOf,
  type Held,
  honestScores,
  type ReadTurn,
  readTurns,
} from './train-detector/measure.ts';
import { weightsFile } from './train-detector/weights-file.ts';

const WEIGHTS = path.join(import.meta.dirname, '../src/modes/rabbit-hole/domain/embedded-detector/weights.ts');
const RIDGE = 100;

type Fitted = Omit<DriftModel, 'shiftsFrom'>;

function fit(turns: readonly ReadTurn[], names: readonly string[]): Fitted {
  const values = turns.map(({ features }) => names.map((name) => features[name] ?? 0));
  const { bias, weights } = fitLogistic({ values, targets: turns.map(({ shift }) => shift) }, RIDGE);
  return {
    featuresVersion: FEATURES_VERSION,
    bias: short(bias),
    weights: Object.fromEntries(names.map((name, at) => [name, short(weights[at] ?? 0)])),
  };
}

function short(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

interface Split {
  readonly folds: number;
  readonly seed: number;
}

function crossValidate(turns: readonly ReadTurn[], names: readonly string[], { folds, seed }: Split): readonly Held[] {
  const foldOf = foldsOf(turns, folds, seed);
  return Array.from({ length: folds }, (_, fold) => fold).flatMap((fold) => {
    const model = fit(
      turns.filter(({ dialogue }) => foldOf.get(dialogue) !== fold),
      names,
    );
    return turns
      .filter(({ dialogue }) => foldOf.get(dialogue) === fold)
      .map((turn): Held => ({ turn, fold, chance: chanceOf(turn.features, { ...model, shiftsFrom: 1 }) }));
  });
}

function line({ f1, precision, recall, f1Within1, falseAlarmsPer10Turns }: TangentScores): string {
  const figures = Object.entries({ f1, precision, recall, f1Within1, falseAlarmsPer10Turns });
  return figures.map(([name, value]) => `${name} ${value.toFixed(3)}`).join(', ');
}

/**
 * Trains the embedded detector: `bin/warren -x node tools/train-detector.ts FILE`, with `--folds 8`, `--seed 1`, `--write`
 * and `--ablate`. Prints how it does on dialogues that it was not trained on; `--write` then trains on all of them and
 * writes the weights; `--ablate` measures what each group of features adds instead.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      folds: { type: 'string', default: '8' },
      seed: { type: 'string', default: '1' },
      write: { type: 'boolean' },
      ablate: { type: 'boolean' },
    },
  });
  const [file] = positionals;
  if (file === undefined) throw new Error('Say where the labelled dialogues are: tools/train-detector.ts FILE');
  const dialogues = readLabelledDialogues(await readFile(file, 'utf8'));
  const turns = readTurns(dialogues);
  const names = Object.keys(turns[0]?.features ?? {});
  const split = { folds: Number(values.folds), seed: Number(values.seed) };
  const held = crossValidate(turns, names, split);
  const scores = line(honestScores(held));
  console.log(values.ablate === true ? `with all: ${scores}` : scores);
  if (values.ablate === true) {
    for (const [group, without] of Object.entries(GROUPS)) {
      const kept = names.filter((name) => !without.includes(name));
      console.log(`without ${group}: ${line(honestScores(crossValidate(turns, kept, split)))}`);
    }
    return;
  }
  if (values.write !== true) return;
  const model = { ...fit(turns, names), shiftsFrom: short(chooseThreshold(held)) };
  const made = { dialogues: dialogues.length, turns: turns.length, ...split, scores };
  await writeFile(WEIGHTS, weightsFile(model, made));
}

await main();
