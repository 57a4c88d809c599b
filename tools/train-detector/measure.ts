import { readExchange } from '#modes/rabbit-hole/domain/embedded-detector/features/exchange.ts';
import { featuresOf, type Features } from '#modes/rabbit-hole/domain/embedded-detector/features/features.ts';
import type { LabelledDialogue, ScoredTurn } from '#modes/rabbit-hole/tangent-evaluation/domain/labelled-dialogue.ts';
import { scoredTurnsOf } from '#modes/rabbit-hole/tangent-evaluation/domain/labelled-dialogue.ts';
import { tangentScoresOf, type TangentScores } from '#modes/rabbit-hole/tangent-evaluation/domain/scores.ts';

import { seeded } from '../train-grader/chance.ts';

export interface ReadTurn extends Pick<ScoredTurn, 'dialogue' | 'turn' | 'shift'> {
  readonly features: Features;
}

export function readTurns(dialogues: readonly LabelledDialogue[]): readonly ReadTurn[] {
  return scoredTurnsOf(dialogues).map(({ dialogue, turn, shift, messages }) => ({
    dialogue,
    turn,
    shift,
    features: featuresOf(readExchange(messages)),
  }));
}

/** A turn with the chance that a model gave it which saw nothing of its dialogue. */
export interface Held {
  readonly turn: ReadTurn;
  readonly fold: number;
  readonly chance: number;
}

/** Which fold each dialogue is held out in. */
export function foldsOf(turns: readonly ReadTurn[], count: number, seed: number): ReadonlyMap<string, number> {
  const draw = seeded(seed);
  const shuffled = [...new Set(turns.map(({ dialogue }) => dialogue))]
    .map((dialogue) => ({ dialogue, order: draw() }))
    .toSorted((one, other) => one.order - other.order);
  return new Map(shuffled.map(({ dialogue }, index) => [dialogue, index % count]));
}

/** A little below what is aimed at, so that dialogues not seen keep to it too. */
const MAX_FALSE_ALARMS_PER_TURN = 0.14;

/** The chance from which on counting a turn as a shift makes the F1 largest without too many false alarms. */
export function chooseThreshold(held: readonly Held[]): number {
  const sorted = held.toSorted((one, other) => other.chance - one.chance);
  const shifts = held.filter(({ turn }) => turn.shift === 1).length;
  let best = { f1: -1, from: 1 };
  let [met, predicted] = [0, 0];
  for (const { turn, chance } of sorted) {
    predicted += 1;
    met += turn.shift;
    if ((predicted - met) / held.length > MAX_FALSE_ALARMS_PER_TURN) break;
    const f1 = (2 * met) / (predicted + shifts);
    if (f1 > best.f1) best = { f1, from: chance };
  }
  return best.from;
}

/** With a threshold for each fold that comes from the other folds. */
export function honestScores(held: readonly Held[]): TangentScores {
  const folds = [...new Set(held.map(({ fold }) => fold))];
  const thresholds = new Map(folds.map((fold) => [fold, chooseThreshold(held.filter((each) => each.fold !== fold))]));
  return tangentScoresOf(
    held.map(({ turn, fold, chance }) => ({ ...turn, prediction: chance >= (thresholds.get(fold) ?? 1) ? 1 : 0 })),
  );
}
