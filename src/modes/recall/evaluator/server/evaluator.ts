import { ModelFailure } from '#language-model/server/model-failure.ts';
import type { RoleModel } from '#language-model/server/role-models.ts';
import { unreadableAnswer, wholeAnswer } from '#language-model/server/whole-answer.ts';
import type { SpokenMessage } from '#session/domain/spoken.ts';
import type { Problem } from '#session/protocol.ts';

import type { Evaluation, Point } from '../domain/evaluation.ts';
import { parseBatchEvaluationResponse } from '../domain/model/parse.ts';
import { buildBatchEvaluatorPrompt } from '../domain/model/prompt.ts';

/** Evaluates the person's messages, with one call per message over all unchecked points. */
export interface Evaluator {
  /** Its name on the page. */
  readonly name: string;
  /** Needs no key and no network. */
  readonly isEmbedded: boolean;
  /** Evaluates the last of `messages`. Rejects on failure; then nothing is credited. */
  evaluateBatch(
    uncheckedPoints: readonly Point[],
    messages: readonly SpokenMessage[],
    mode: EvaluatorMode,
  ): Promise<Evaluation>;
}
interface EvaluatorMode {
  /** `rabbithole` requests the recalled ids and very short feedback. */
  readonly name: 'recall' | 'rabbithole';
  /** The session it is for; null outside a session. */
  readonly session: string | null;
  readonly signal: AbortSignal;
  /** The points that the last question asks for, if known. */
  readonly askedIds?: readonly string[];
  /** No attempt starts later than this many ms after the call. */
  readonly withinMs?: number;
  readonly showWait?: ShowWait;
}
/** Called when an answer must wait for another attempt. */
export type ShowWait = (wait: { readonly retryInMs: number; readonly reason: string }) => void;

/** Evaluates with a language model: one request per message, not streamed. */
export function createModelEvaluator(model: RoleModel): Evaluator {
  return {
    name: model.name,
    isEmbedded: false,
    async evaluateBatch(uncheckedPoints, messages, { name, ...call }) {
      const prompt = buildBatchEvaluatorPrompt(uncheckedPoints, messages, name);
      const { text, cutAt } = await wholeAnswer(model, prompt, call);
      const read = parseBatchEvaluationResponse(text, uncheckedPoints, messages.at(-1)?.content);
      if (read) return cutAt === null ? read : { ...read, trouble: cutAtLimit(cutAt) };
      throw cutAt === null
        ? unreadableAnswer('evaluator', model, 'a reading')
        : new ModelFailure('malformed', cutAtLimit(cutAt));
    },
  };
}

/** The part before the cut is valid. */
function cutAtLimit(tokens: number): Problem {
  return {
    message: `The evaluator’s answer was cut at its limit of ${tokens.toLocaleString('en')} tokens.`,
    remedy: 'Say fewer points in one message.',
  };
}
