import type { RoleModel } from '#language-model/server/role-models.ts';
import { unreadableAnswer, wholeAnswer } from '#language-model/server/whole-answer.ts';

import { parseDetection } from '../../domain/model-detector/parse.ts';
import { buildDetectorPrompt } from '../../domain/model-detector/prompt.ts';
import type { RabbitholeDetector } from './agents.ts';

/** Judges with a language model: one request per message, not streamed. */
export function createModelDetector(model: RoleModel): RabbitholeDetector {
  return {
    name: model.name,
    isEmbedded: false,
    async detect(messages, points, call) {
      const { text } = await wholeAnswer(model, buildDetectorPrompt(messages, points), call);
      const detection = parseDetection(
        text,
        points.map(({ id }) => id),
      );
      if (!detection) throw unreadableAnswer('detector', model, 'a judgement');
      return detection;
    },
  };
}
