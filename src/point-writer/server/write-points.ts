import { ModelFailure } from '#language-model/server/model-failure.ts';

import type { PointSource } from '../domain/point-source.ts';
import type { ProposedPoint } from '../domain/proposed-point.ts';
import type { PointWriter } from './point-writer.ts';

const TIMEOUT_MS = 60_000;

interface Writers {
  readonly writer: PointWriter;
  /** Writes if the model fails. */
  readonly embedded: PointWriter;
  /** The session it is for; null outside a session. */
  readonly session: string | null;
}

interface WrittenPoints {
  readonly points: readonly ProposedPoint[];
  readonly by: string;
  readonly isEmbedded: boolean;
  /** Why the model was not used although it is configured; null otherwise. */
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
