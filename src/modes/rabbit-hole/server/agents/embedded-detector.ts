import { detectTangent } from '../../domain/embedded-detector/detect-tangent.ts';
import type { RabbitholeDetector } from './agents.ts';

/** Weighs words and how they are said: no key, no network, the same judgement every time. */
export const embeddedDetector: RabbitholeDetector = {
  name: 'Embedded detector',
  isEmbedded: true,
  detect: (messages, points) => Promise.resolve(detectTangent(messages, points)),
};
