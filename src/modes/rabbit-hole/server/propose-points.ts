import { maxProposed } from '#point-writer/domain/point-source.ts';
import { type PointWriter, writePoints } from '#point-writer/server/point-writer.ts';
import { AppError } from '#wire/error-kind.ts';

import { foundIn } from '../domain/embedded-explorer/own-words.ts';
import type { ProposedPoints, Subject } from '../protocol.ts';
import type { RabbitholeAgentsOf } from './agents/agents.ts';
import { type HistoryReader, keptConversation, type OwnedHole, readHoleRow } from './read-holes.ts';

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
  const conversation = foundIn(keptConversation(row.conversation));
  const { subject_id: subjectId, session_id: session } = row;
  const { name: setName, description: setDescription } = subject;
  const source = { form: 'conversation' as const, messages: conversation, topic: row.topic, setName, setDescription };
  const { pointWriter } = await agentsOf(db, owned.person, []);
  const written = await writePoints(source, { writer: pointWriter, embedded: embeddedPointWriter, session });
  const held = await heldOf(
    owned.person,
    subjectId,
    written.points.map(({ text }) => text),
  );
  const fresh = written.points.filter(({ text }) => !held.has(text));
  return {
    ...written,
    points: fresh.slice(0, maxProposed(source)).map(({ text, sentence }) => ({ text, sentence })),
    known: written.points.length - fresh.length,
  };
}

const WHY_NOT: Readonly<Record<string, string>> = {
  entered: 'This rabbit hole is still open. Return to the session first, then keep what you found.',
  declined: 'This tangent was never followed: there is nothing in it to keep.',
  detected: 'This tangent was never followed: there is nothing in it to keep.',
};
