import { type Detection, DETECTION_CONFIDENCE } from '../../domain/detection.ts';

/** The detector's result for one turn. */
export interface Judgement {
  /** 1 if Warren would have invited the person. */
  readonly prediction: 0 | 1;
  readonly confidence: number;
  readonly topic: string;
}

/** A turn that could not be judged leads to no invitation. */
export const failedJudgement: Judgement = { prediction: 0, confidence: 0, topic: '' };

export function judgementOf({ isRabbithole, confidence, topic }: Detection): Judgement {
  return { prediction: isRabbithole && confidence >= DETECTION_CONFIDENCE ? 1 : 0, confidence, topic };
}
