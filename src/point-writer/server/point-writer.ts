import { BUILT_IN } from '#kernel/built-in.ts';
import { ModelFailure } from '#language-model/server/model-failure.ts';
import type { RoleModel } from '#language-model/server/role-models.ts';
import { unreadableAnswer, wholeAnswer } from '#language-model/server/whole-answer.ts';

import { pointsOfSteps } from '../domain/agent-points.ts';
import { parseProposal } from '../domain/parse.ts';
import type { PointSource, ProposedPoint } from '../domain/point-source.ts';
import { buildPointWriterPrompt } from '../domain/prompt.ts';
import { tellingSentences } from '../domain/telling-sentences.ts';

interface PointWriterCall {
  /** The session it is for; null outside a session. */
  readonly session: string | null;
  readonly signal: AbortSignal;
}

export interface PointWriter {
  /** Its name on the page. */
  readonly name: string;
  /** Needs no key and no network. */
  readonly isEmbedded: boolean;
  /** Each point has its sentence in the source, verbatim. Rejects on failure. */
  propose(source: PointSource, call: PointWriterCall): Promise<readonly ProposedPoint[]>;
}

/** Selects sentences and commands by rules: no key, no network. */
export const embeddedPointWriter: PointWriter = {
  name: BUILT_IN,
  isEmbedded: true,
  propose: (source) =>
    Promise.resolve(source.form === 'agent' ? pointsOfSteps(source.steps) : tellingSentences(source)),
};

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

const TIMEOUT_MS = 60_000;

interface Writers {
  readonly writer: PointWriter;
  /** Writes points if the model fails. */
  readonly embedded: PointWriter;
  /** The session it is for; null outside a session. */
  readonly session: string | null;
}

interface WrittenPoints {
  readonly points: readonly ProposedPoint[];
  readonly by: string;
  readonly isEmbedded: boolean;
  /** Why the configured model was not used; null otherwise. */
  readonly notice: string | null;
}

/** Points by the chosen writer or, if its model fails, by the embedded one. */
export async function writePoints(source: PointSource, { writer, embedded, session }: Writers): Promise<WrittenPoints> {
  async function by(chosen: PointWriter, notice: string | null): Promise<WrittenPoints> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const points = await within(chosen, signal, () => chosen.propose(source, { session, signal }));
    return { points, by: chosen.name, isEmbedded: chosen.isEmbedded, notice };
  }
  try {
    return await by(writer, null);
  } catch (error) {
    if (!(error instanceof ModelFailure) || writer.isEmbedded) throw error;
    return by(embedded, `${error.message} ${error.detail.remedy ?? ''}`.trim());
  }
}

async function within<Result>(writer: PointWriter, signal: AbortSignal, ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new ModelFailure('stalled', {
      message: `${writer.name} did not answer within ${TIMEOUT_MS / 1_000} seconds.`,
      remedy: 'Try again, or choose another model in Settings, under Models.',
    });
  }
}
