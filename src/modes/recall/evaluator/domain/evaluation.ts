import type { Problem } from '#session/protocol.ts';

/** One point of a set as it was when the session began. */
export interface Point {
  readonly id: string;
  readonly text: string;
  /** The heading above it; can be empty. */
  readonly context: string;
  /** The question that it answers, if any. */
  readonly question?: string;
}

/** Number of the latest messages that the evaluator gets. */
export const EXCERPT_MESSAGES = 10;
export const CREDIT_CONFIDENCE = 0.6;

/**
 * expressed: the core idea in the person's own words; partial: some of it, or nearly; contradicted: the person says the
 * opposite; absent: nothing.
 */
export type Verdict = 'expressed' | 'partial' | 'contradicted' | 'absent';

export interface PointVerdict {
  readonly id: string;
  readonly verdict: Verdict;
  /** 0 to 1. */
  readonly confidence: number;
  /** The words of the evaluated message that show it, verbatim; can be empty. */
  readonly quote: string;
  /** The part of the point that the person said; for the tutor while it asks for the point. */
  readonly observation: string;
  /**
   * What the answer lacks of this point, for the tutor while it asks for the point. The embedded evaluator names only
   * the kind of part, for example "a number".
   */
  readonly missing?: string;
  /** The evaluator cannot decide whether the point was expressed, so the person may be asked. Never set on a credit. */
  readonly isUncertain?: true;
}

/** The result of evaluating one message against all unchecked points. */
export interface Evaluation {
  /** The evaluator's summary. Stored in the log; the tutor does not get it. */
  readonly feedback: string;
  readonly verdicts: readonly PointVerdict[];
  /** Why the message was evaluated only in part. */
  readonly trouble?: Problem;
}
