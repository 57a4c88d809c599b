import { driftFeatures } from './drift-features.ts';
import type { Exchange } from './exchange.ts';
import { fieldFeatures } from './field-features.ts';
import { formFeatures } from './form-features.ts';

/** Increase with every change of a feature's meaning; weights belong to one version. */
export const FEATURES_VERSION = 1;

export type Features = Readonly<Record<string, number>>;

export function featuresOf(exchange: Exchange): Features {
  return { ...driftFeatures(exchange), ...fieldFeatures(exchange), ...formFeatures(exchange) };
}
