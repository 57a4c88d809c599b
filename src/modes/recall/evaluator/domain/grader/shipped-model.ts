import type { GraderModel } from './model.ts';
import { readStoredModel } from './stored-model.ts';
import { weights } from './weights.ts';

let shipped: GraderModel | undefined;

/** The shipped model, parsed on first use. */
export function shippedModel(): GraderModel {
  shipped ??= readStoredModel(weights);
  return shipped;
}
