import type { RoleModel } from '#language-model/server/role-models.ts';
import { spokenReply } from '#language-model/server/spoken-reply.ts';

import { buildTutorPrompt } from '../domain/model/prompt.ts';
import type { Tutor } from './tutor.ts';

/** Asks with a language model, streamed. */
export function createModelTutor(model: RoleModel): Tutor {
  return {
    name: model.name,
    isEmbedded: false,
    reply(request, call) {
      const isGoingOn = request.begun !== null && request.begun.words !== '';
      return spokenReply(model, buildTutorPrompt(request), { ...call, role: 'tutor', isGoingOn });
    },
  };
}
