import type { DriftModel } from '#modes/rabbit-hole/domain/embedded-detector/drift-model.ts';

interface Making {
  readonly dialogues: number;
  readonly turns: number;
  readonly folds: number;
  readonly seed: number;
  readonly scores: string;
}

/** The one file that enters the project, with how it was made. It holds no text of the data. */
export function weightsFile(model: DriftModel, { dialogues, turns, folds, seed, scores }: Making): string {
  const weights = Object.entries(model.weights).map(([name, weight]) => `    ${name}: ${weight},`);
  return `import type { DriftModel } from './drift-model.ts';

/**
 * Weights of the embedded detector. Made by \`tools/train-detector.ts\`; do not edit by hand.
 * Trained on ${dialogues.toLocaleString('en')} dialogues of TIAGE, training and development annotations (MIT): ${turns.toLocaleString('en')} turns.
 * On dialogues that were held out, in ${folds} folds of seed ${seed}, thresholds chosen on the other folds:
 * ${scores}
 */
export const shippedModel: DriftModel = {
  featuresVersion: ${model.featuresVersion},
  bias: ${model.bias},
  shiftsFrom: ${model.shiftsFrom},
  weights: {
${weights.join('\n')}
  },
};
`;
}
