import type { Problem } from '#session/protocol.ts';

/** One point of a set, as a session froze it when it began. */
export interface Point {
  readonly id: string;
  readonly text: string;
  /** The heading it stood under, or empty. */
  readonly context: string;
}

/** The evaluator sees this many of the latest messages. */
export const EXCERPT_MESSAGES = 10;
/** Below this a verdict credits nothing, however sure the words sound. */
export const CREDIT_CONFIDENCE = 0.6;

/**
 * expressed: the core idea, in the person's own words; partial: some of it, or near it; contradicted: the person says
 * otherwise; absent: nothing of it.
 */
export type Verdict = 'expressed' | 'partial' | 'contradicted' | 'absent';

export interface PointVerdict {
  readonly id: string;
  readonly verdict: Verdict;
  /** 0 to 1. */
  readonly confidence: number;
  /** The person's own words that show it, verbatim from the message read; empty where there are none. */
  readonly quote: string;
  /** What was right, missing or imprecise, for the tutor alone. */
  readonly observation: string;
}

/** What reading one message against all unchecked points came to. */
export interface Evaluation {
  readonly recalledPointIds: readonly string[];
  readonly confidencePerPoint: Readonly<Record<string, number>>;
  /** For the tutor alone: what was recalled and how accurately, near-misses and what was imprecise in them. */
  readonly feedback: string;
  readonly verdicts: readonly PointVerdict[];
  /** Why the message was read only in part. */
  readonly trouble?: Problem;
}
