/** Below this a detection is not told to the person. */
export const DETECTION_CONFIDENCE = 0.6;

/** A point of the host's, as a tangent is measured against it. */
export interface DetectorPoint {
  readonly id: string;
  readonly text: string;
  /** What the conversation is about right now. */
  readonly isCurrent: boolean;
}

export interface DetectorMessage {
  readonly author: 'person' | 'assistant';
  readonly content: string;
}

/** How far from the subject it leads: 1 beside it, 2 a subject of its own, 3 another field. */
export type Depth = 1 | 2 | 3;

/** What a detector makes of the last message. It decides nothing: who calls it does. */
export interface Detection {
  readonly isRabbithole: boolean;
  /** The name shown everywhere: a few words of the tangent, never a sentence; empty where there is none. */
  readonly topic: string;
  readonly depth: Depth;
  readonly relatedToCurrentPoint: boolean;
  readonly relatedRecallPointIds: readonly string[];
  /** 0 to 1. */
  readonly confidence: number;
  /** For the log of a developer, never for the page. */
  readonly reasoning: string;
}
