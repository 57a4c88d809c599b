import type { DetectorMessage, DetectorPoint } from '../../domain/detection.ts';

/** What the detecting thread is asked. It answers with the detection. */
export interface DetectionQuestion {
  readonly messages: readonly DetectorMessage[];
  readonly points: readonly DetectorPoint[];
}
