import path from 'node:path';

import { AnsweringThread } from '#worker-thread/server/answering-thread.ts';

import type { Detection, DetectorMessage, DetectorPoint } from '../../domain/detection.ts';
import { detectTangent } from '../../domain/embedded-detector/detect-tangent.ts';
import type { RabbitholeDetector } from './agents.ts';

/** Next to this file in the sources; next to the bundle of the server in a build. */
const WORKER = import.meta.filename.endsWith('.ts')
  ? path.join(import.meta.dirname, 'detecting-worker.ts')
  : path.join(import.meta.dirname, 'detecting-worker.js');

/** More take longer than others should wait. */
const MAX_POINTS_ON_LOOP = 400;

const thread = new AnsweringThread<DetectionQuestion, Detection>(WORKER, { name: 'detector' });

/** Judges by words and form: no key, no network, deterministic. */
export const embeddedDetector: RabbitholeDetector = {
  name: 'Embedded detector',
  isEmbedded: true,
  detect: (messages, points) =>
    points.length > MAX_POINTS_ON_LOOP
      ? thread.ask({ messages, points })
      : Promise.resolve(detectTangent(messages, points)),
};

/** A request to the detecting thread, which answers with the detection. */
export interface DetectionQuestion {
  readonly messages: readonly DetectorMessage[];
  readonly points: readonly DetectorPoint[];
}
