import { isOfProvider } from '#language-model/server/calls/instead-words.ts';
import type { ModelFailure, ModelFailureKind } from '#language-model/server/model-failure.ts';
import type { Problem } from '#session/protocol.ts';

/** Failures that pass on their own or concern one message: there is nothing to retry. */
const PASSING: readonly ModelFailureKind[] = ['stalled', 'cut', 'refused'];

/**
 * A failure of the detector's model, worded for the person. What concerns the whole provider is worded as for other
 * roles, so that it is reported once. `mayShow` guards against provider messages that name
 * hidden points.
 */
export function detectorProblem(
  { failure, providerMessage, message, detail, instead }: ModelFailure,
  mayShow: (words: string) => boolean,
): Problem {
  if (isOfProvider(failure)) return { ...instead, reason: failure };
  const happened =
    providerMessage === undefined || mayShow(providerMessage) ? message : 'The detector’s model did not answer.';
  const remedy = PASSING.includes(failure)
    ? 'Go on. Where it happens often, choose another model for the detector in Settings, under Models.'
    : (detail.remedy ?? 'Check the models in Settings, under Models.');
  return { message: `${happened} The embedded detector looks for tangents in its place.`, remedy, reason: failure };
}
