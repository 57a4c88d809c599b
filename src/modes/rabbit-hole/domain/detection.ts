/** Minimum confidence for an invitation. */
export const DETECTION_CONFIDENCE = 0.6;

/** A point of the host that a tangent is compared with. */
export interface DetectorPoint {
  readonly id: string;
  readonly text: string;
  /** The point that the conversation is about now. */
  readonly isCurrent: boolean;
}

export interface DetectorMessage {
  readonly author: 'person' | 'assistant';
  readonly content: string;
}

/** The distance from the subject: 1 related, 2 a separate subject, 3 another field. */
export type Depth = 1 | 2 | 3;

/** A detector's result for the last message. The detector decides nothing; its caller does. */
export interface Detection {
  readonly isRabbithole: boolean;
  /** The name shown everywhere: a few words. Empty without a tangent, or if the detector returned no usable name. */
  readonly topic: string;
  readonly depth: Depth;
  readonly relatedToCurrentPoint: boolean;
  readonly relatedRecallPointIds: readonly string[];
  /** 0 to 1. */
  readonly confidence: number;
  /** For developers' logs, never for the page. */
  readonly reasoning: string;
}
