import type { RoleModel } from '#language-model/server/role-models.ts';
import { streamReply } from '#language-model/server/stream-reply.ts';

import type { ShowWait } from '../../evaluator/server/evaluator.ts';
import { buildTutorPrompt } from '../domain/model/prompt.ts';
import type { TutorRequest } from '../domain/tutor-request.ts';

/** Asks and hints. Tells a point only if the request says so. */
export interface Tutor {
  /** Its name on the page. */
  readonly name: string;
  /** Needs no key and no network. */
  readonly isEmbedded: boolean;
  /**
   * Streams a reply in pieces that are shown as they arrive. Ends early when `signal` is aborted. Throws a failure
   * with a remedy; earlier pieces remain valid.
   */
  reply(request: TutorRequest, call: TutorCall): AsyncIterable<string>;
}
export interface TutorCall {
  readonly session: string;
  readonly signal: AbortSignal;
  readonly showWait?: ShowWait;
}

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
