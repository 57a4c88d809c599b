import type { GraderModel } from './model.ts';
import { readStoredModel } from './stored-model.ts';
import { weights } from './weights.ts';

let shipped: GraderModel | undefined;

/** The model that Warren comes with, read from its weights when it is first asked. */
export function shippedModel(): GraderModel {
  shipped ??= readStoredModel(weights);
  return shipped;
}
