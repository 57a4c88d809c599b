import { answerQuestions } from '#worker-thread/server/answer-questions.ts';

import { detectTangent } from '../../domain/embedded-detector/detect-tangent.ts';
import type { DetectionQuestion } from './embedded-detector.ts';

/** A worker thread that compares messages with many points, so that nobody else waits for it. */
answerQuestions(({ messages, points }: DetectionQuestion) => detectTangent(messages, points));
