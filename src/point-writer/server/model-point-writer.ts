import { ModelFailure } from '#language-model/server/model-failure.ts';
import type { RoleModel } from '#language-model/server/role-models.ts';
import { unreadableAnswer, wholeAnswer } from '#language-model/server/whole-answer.ts';

import { parseProposal } from '../domain/parse.ts';
import { buildPointWriterPrompt } from '../domain/prompt.ts';
import type { PointWriter } from './point-writer.ts';

/** Writes points with a language model: one request, not streamed. A truncated answer keeps its complete points. */
export function createModelPointWriter(model: RoleModel): PointWriter {
  return {
    name: model.name,
    isEmbedded: false,
    async propose(source, call) {
      const { text, cutAt } = await wholeAnswer(model, buildPointWriterPrompt(source), call);
      const points = parseProposal(text, source);
      if (points) return points;
      throw cutAt === null ? unreadableAnswer('point-writer', model, 'a list of points') : cutShort(cutAt);
    },
  };
}

function cutShort(tokens: number): ModelFailure {
  return new ModelFailure('malformed', {
    message: `The point writer’s answer was cut at its limit of ${tokens.toLocaleString('en')} tokens, before its first point.`,
    remedy: 'Allow it a longer answer in Settings, under Models.',
  });
}
