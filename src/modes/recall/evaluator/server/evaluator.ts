import type { SpokenMessage } from '#session/domain/spoken.ts';

import type { Evaluation, Point } from '../domain/evaluation.ts';

/** Evaluates what the person says, in one call per message over all unchecked points. */
export interface Evaluator {
  /** Its name on the page. */
  readonly name: string;
  /** Needs no key and no network. */
  readonly isEmbedded: boolean;
  /** Evaluates the last of `messages`. Rejects on failure; then nothing is credited. */
  evaluateBatch(
    uncheckedPoints: readonly Point[],
    messages: readonly SpokenMessage[],
    mode: EvaluatorMode,
  ): Promise<Evaluation>;
}
interface EvaluatorMode {
  /** `rabbithole` requests the recalled ids and hardly any feedback. */
  readonly name: 'recall' | 'rabbithole';
  /** The session it is for; null outside a session. */
  readonly session: string | null;
  readonly signal: AbortSignal;
  /** The points that the last question asks for, where they are known. */
  readonly askedIds?: readonly string[];
  /** No attempt starts later than this many ms after the call. */
  readonly withinMs?: number;
  readonly showWait?: ShowWait;
}
/** Called when an answer has to wait for another attempt. */
export type ShowWait = (wait: { readonly retryInMs: number; readonly reason: string }) => void;
