import { detectTangent } from '../../domain/embedded-detector/detect-tangent.ts';
import type { RabbitholeDetector } from './agents.ts';

/** Judges by words and form: no key, no network, deterministic. */
export const embeddedDetector: RabbitholeDetector = {
  name: 'Embedded detector',
  isEmbedded: true,
  detect: (messages, points) => Promise.resolve(detectTangent(messages, points)),
};
