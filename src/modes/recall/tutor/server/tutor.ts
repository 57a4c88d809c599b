import type { ShowWait } from '../../evaluator/server/evaluator.ts';
import type { TutorRequest } from '../domain/tutor-request.ts';

/** Asks, hints, and never tells unless the request says so. */
export interface Tutor {
  /** Who answers, as the page names it. */
  readonly name: string;
  /** Needs no key and no network. */
  readonly isEmbedded: boolean;
  /**
   * Streams a reply in pieces that are shown as they come. Ends early when `signal` is aborted. Throws a failure that
   * says what to do; what was streamed before it stands.
   */
  reply(request: TutorRequest, call: TutorCall): AsyncIterable<string>;
}
interface TutorCall {
  readonly session: string;
  readonly signal: AbortSignal;
  readonly showWait?: ShowWait;
}
