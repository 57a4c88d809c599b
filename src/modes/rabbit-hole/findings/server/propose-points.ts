import { ModelFailure } from '#language-model/server/model-failure.ts';
import { AppError } from '#wire/error-kind.ts';

import { MAX_PROPOSED } from '../../domain/findings/proposed-point.ts';
import { type HistoryReader, keptConversation, type OwnedHole, readHoleRow } from '../../history/server/rows.ts';
import type { ProposedPoints, Subject } from '../../protocol.ts';
import type { PointWriter, RabbitholeAgentsOf } from '../../server/agents/agents.ts';

const TIMEOUT_MS = 60_000;

interface Writers {
  readonly agentsOf: RabbitholeAgentsOf;
  /** Writes points if the model fails. */
  readonly embeddedPointWriter: PointWriter;
  /** Null if it does not exist or is another person's. */
  readonly subjectOf: (person: string, subjectId: string) => Promise<Subject | null>;
  /** Those of the texts that the subject already has. */
  readonly heldOf: (person: string, subjectId: string, texts: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** Points from a hole's conversation, by the point writer's model or, without one or if it fails, the embedded one. */
export async function proposePoints(
  db: HistoryReader,
  owned: OwnedHole,
  { agentsOf, embeddedPointWriter, subjectOf, heldOf }: Writers,
): Promise<ProposedPoints> {
  const row = await readHoleRow(db, owned);
  if (row.status !== 'returned') throw new AppError('refused', WHY_NOT[row.status] ?? '', { reason: 'not-returned' });
  const subject = await subjectOf(owned.person, row.subject_id);
  if (!subject)
    throw new AppError('refused', 'What this rabbit hole belonged to has been deleted. Restore it first.', {
      reason: 'subject-gone',
    });
  const conversation = keptConversation(row.conversation);
  const { subject_id: subjectId, session_id: session } = row;
  const surroundings = { topic: row.topic, setName: subject.name, setDescription: subject.description };

  async function by(writer: PointWriter): Promise<ProposedPoints> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const found = await within(writer, signal, () => writer.propose(conversation, surroundings, { session, signal }));
    const { name, isEmbedded } = writer;
    const texts = found.map(({ text }) => text);
    const held = await heldOf(owned.person, subjectId, texts);
    const fresh = found.filter(({ text }) => !held.has(text));
    return {
      points: fresh.slice(0, MAX_PROPOSED).map(({ text, sentence }) => ({ text, sentence })),
      known: found.length - fresh.length,
      by: name,
      isEmbedded,
      notice: null,
    };
  }

  const { pointWriter } = await agentsOf(db, owned.person, []);
  try {
    return await by(pointWriter);
  } catch (error) {
    if (!(error instanceof ModelFailure) || pointWriter.isEmbedded) throw error;
    const notice = `${error.message} ${error.detail.remedy ?? ''}`.trim();
    return { ...(await by(embeddedPointWriter)), notice };
  }
}

const WHY_NOT: Readonly<Record<string, string>> = {
  entered: 'This rabbit hole is still open. Return to the session first, then keep what you found.',
  declined: 'This tangent was never followed: there is nothing in it to keep.',
  detected: 'This tangent was never followed: there is nothing in it to keep.',
};

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
