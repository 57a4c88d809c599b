import type { SpokenMessage } from '#session/domain/spoken.ts';

import type { Evaluation, Point } from '../domain/evaluation.ts';

/** Reads what the person says. One call a message, over all unchecked points. */
export interface Evaluator {
  /** Who reads, as the page names it. */
  readonly name: string;
  /** Needs no key and no network. */
  readonly isEmbedded: boolean;
  /** The last of `messages` is the one to read. Rejects when it could not be read; then nobody is credited. */
  evaluateBatch(
    uncheckedPoints: readonly Point[],
    messages: readonly SpokenMessage[],
    mode: EvaluatorMode,
  ): Promise<Evaluation>;
}
interface EvaluatorMode {
  /** `rabbithole` asks for the ids recalled and next to no feedback. */
  readonly name: 'recall' | 'rabbithole';
  /** The session it is for; null outside of any. */
  readonly session: string | null;
  readonly signal: AbortSignal;
  /** An attempt that would begin later than this, in milliseconds from the call on, is not waited for. */
  readonly withinMs?: number;
  readonly showWait?: ShowWait;
}
/** Told of when an answer has to wait for another attempt. */
export type ShowWait = (wait: { readonly retryInMs: number; readonly reason: string }) => void;
