import type { DetectorMessage, DetectorPoint } from '../../domain/detection.ts';

/** The request to the detecting thread, which answers with the detection. */
export interface DetectionQuestion {
  readonly messages: readonly DetectorMessage[];
  readonly points: readonly DetectorPoint[];
}
