import { isOfProvider } from '#language-model/server/calls/instead-words.ts';
import { ModelFailure, type ModelFailureKind } from '#language-model/server/model-failure.ts';
import type { Problem } from '#session/protocol.ts';

import type { Detection, DetectorMessage, DetectorPoint } from '../domain/detection.ts';
import type { RabbitholeAgents } from './agents/agents.ts';

const DETECTION_TIMEOUT_MS = 20_000;

interface Look {
  /** The last message is the one to judge. */
  readonly messages: readonly DetectorMessage[];
  readonly points: readonly DetectorPoint[];
  readonly session: string;
  readonly signal: AbortSignal;
  /** Default: 20 seconds. */
  readonly timeoutMs?: number;
}

interface Looked {
  readonly detection: Detection;
  /** The failure that made the embedded detector replace the person’s detector; null without one. */
  readonly failure: ModelFailure | null;
}

/** Judges one message with the person's detector or, if its model fails, the embedded one. */
export async function lookForTangent(
  { detector, detectorInstead }: Pick<RabbitholeAgents, 'detector' | 'detectorInstead'>,
  { messages, points, session, signal, timeoutMs = DETECTION_TIMEOUT_MS }: Look,
): Promise<Looked> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const call = { session, signal: AbortSignal.any([signal, timeout]) };
    return { detection: await detector.detect(messages, points, call), failure: null };
  } catch (error) {
    const failure = timeout.aborted && !(error instanceof ModelFailure) ? tooSlow(timeoutMs) : error;
    if (signal.aborted || !detectorInstead || !(failure instanceof ModelFailure)) throw error;
    return { detection: await detectorInstead.detect(messages, points, { session, signal }), failure };
  }
}

function tooSlow(timeoutMs: number): ModelFailure {
  return new ModelFailure('stalled', {
    message: `The detector’s model took longer than ${Math.round(timeoutMs / 1_000)} seconds.`,
    remedy: 'Choose another model for it in Settings, under Models.',
  });
}

/** Failures that pass on their own or concern one message: there is nothing to retry. */
const PASSING: readonly ModelFailureKind[] = ['stalled', 'cut', 'refused'];

/**
 * A detector failure, worded for the person. A failure of the whole provider has the same wording as for other roles,
 * so that it is reported once. `mayShow` checks provider messages, which could name hidden points.
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
  return { message: `${happened} What is built in looks for tangents in its place.`, remedy, reason: failure };
}
