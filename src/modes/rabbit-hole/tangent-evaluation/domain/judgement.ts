import { type Detection, DETECTION_CONFIDENCE } from '../../domain/detection.ts';

/** What the detector made of one turn. */
export interface Judgement {
  /** 1 where Warren would have told the person of a tangent. */
  readonly prediction: 0 | 1;
  readonly confidence: number;
  readonly topic: string;
}

/** A turn that could not be judged tells nobody of anything. */
export const failedJudgement: Judgement = { prediction: 0, confidence: 0, topic: '' };

export function judgementOf({ isRabbithole, confidence, topic }: Detection): Judgement {
  return { prediction: isRabbithole && confidence >= DETECTION_CONFIDENCE ? 1 : 0, confidence, topic };
}
