import type { RoleModel } from '#language-model/server/role-models.ts';
import { streamReply } from '#language-model/server/stream-reply.ts';

import { buildTutorPrompt } from '../domain/model/prompt.ts';
import type { Tutor } from './tutor.ts';

/** Asks with a language model, streamed. */
export function createModelTutor(model: RoleModel): Tutor {
  return {
    name: model.name,
    isEmbedded: false,
    reply(request, call) {
      const isContinuation = request.begun !== null && request.begun.words !== '';
      return streamReply(model, buildTutorPrompt(request), { ...call, role: 'tutor', isContinuation });
    },
  };
}
