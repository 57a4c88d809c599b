import type { Evaluation, Point, SpokenMessage } from '../domain/evaluation.ts';
import type { TutorRequest } from '../domain/tutor-request.ts';

/** Reads what the person says. One call a message, over all unchecked points. */
export interface Evaluator {
  /** The last of `messages` is the one to read. Rejects when it could not be read; then nobody is credited. */
  evaluateBatch(
    uncheckedPoints: readonly Point[],
    messages: readonly SpokenMessage[],
    mode: EvaluatorMode,
  ): Promise<Evaluation>;
}
type EvaluatorMode = { readonly name: 'recall' | 'rabbithole'; readonly signal: AbortSignal };

/** Asks, hints, and never tells unless the request says so. */
export interface Tutor {
  /** Who answers, as the page names it. */
  readonly name: string;
  /** Streams a reply in pieces that are shown as they come. Ends early when `signal` is aborted. */
  reply(request: TutorRequest, signal: AbortSignal): AsyncIterable<string>;
}
