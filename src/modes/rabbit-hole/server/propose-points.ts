import { BUILT_IN } from '#kernel/built-in.ts';
import { maxProposed } from '#point-writer/domain/point-source.ts';
import { tellingSentences } from '#point-writer/domain/telling-sentences.ts';
import { type PointWriter, writePoints } from '#point-writer/server/point-writer.ts';
import { AppError } from '#wire/error-kind.ts';

import { foundIn } from '../domain/embedded-explorer/own-words.ts';
import type { FoundSummary, HoleReading, ProposedPoints, Subject } from '../protocol.ts';
import type { RabbitholeAgentsOf } from './agents/agents.ts';
import { type HistoryReader, type OwnedHole, readHole } from './read-holes.ts';

interface Writers {
  readonly agentsOf: RabbitholeAgentsOf;
  /** Writes points if the model fails. */
  readonly embeddedPointWriter: PointWriter;
  /** Null if it does not exist or is another person's. */
  readonly subjectOf: (person: string, subjectId: string) => Promise<Subject | null>;
  /** Returns the texts that the subject already has. */
  readonly heldOf: (person: string, subjectId: string, texts: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** The number of points in a summary of a hole. */
const MAX_IN_SUMMARY = 5;

/** Points from a hole's conversation, by the point writer's model or, without one or if it fails, the embedded one. */
export async function proposePoints(db: HistoryReader, owned: OwnedHole, writers: Writers): Promise<ProposedPoints> {
  const hole = await readHole(db, owned);
  if (hole.status !== 'returned') throw new AppError('refused', WHY_NOT[hole.status] ?? '', { reason: 'not-returned' });
  const subject = await writers.subjectOf(owned.person, hole.subjectId);
  if (!subject)
    throw new AppError('refused', 'What this rabbit hole belonged to has been deleted. Restore it first.', {
      reason: 'subject-gone',
    });
  const { points, max, ...by } = await written(db, { person: owned.person, hole, subject }, writers);
  const held = await writers.heldOf(
    owned.person,
    hole.subjectId,
    points.map(({ text }) => text),
  );
  const fresh = points.filter(({ text }) => !held.has(text));
  return {
    ...by,
    points: fresh.slice(0, max).map(({ text, sentence }) => ({ text, sentence })),
    known: points.length - fresh.length,
  };
}

/** A summary of a hole, which may still be open: the first of the points that may be worth keeping. */
export async function summarizeHole(db: HistoryReader, owned: OwnedHole, writers: Writers): Promise<FoundSummary> {
  const hole = await readHole(db, owned);
  const subject = (await writers.subjectOf(owned.person, hole.subjectId)) ?? { name: hole.topic, description: '' };
  const { points, max: _, ...writer } = await written(db, { person: owned.person, hole, subject }, writers);
  const { name: setName, description: setDescription } = subject;
  const told = foundIn(hole.messages).flatMap(({ author, content }) => (author === 'assistant' ? [content] : []));
  // Few sentences of a conversation can stand alone as points. For a summary any statement will do.
  const [any, by] =
    points.length > 0
      ? [points, writer]
      : [
          tellingSentences({ form: 'text', text: told.join('\n\n'), setName, setDescription }),
          { ...writer, by: BUILT_IN, isEmbedded: true },
        ];
  const [first = '', ...more] = any.slice(0, MAX_IN_SUMMARY).map(({ text }) => text);
  return { ...by, text: more.length === 0 ? first : [first, ...more].map((text) => `- ${text}`).join('\n') };
}

interface Explored {
  readonly person: string;
  readonly hole: HoleReading;
  readonly subject: Subject;
}

async function written(db: HistoryReader, { person, hole, subject }: Explored, writers: Writers) {
  const { topic, session } = hole;
  const messages = foundIn(hole.messages);
  const { name: setName, description: setDescription } = subject;
  const source = { form: 'conversation' as const, messages, topic, setName, setDescription };
  const { pointWriter: writer } = await writers.agentsOf(db, person, []);
  const found = await writePoints(source, { writer, embedded: writers.embeddedPointWriter, session });
  return { ...found, max: maxProposed(source) };
}

const WHY_NOT: Readonly<Record<string, string>> = {
  entered: 'This rabbit hole is still open. Return to the session first, then keep what you found.',
  declined: 'This tangent was never followed: there is nothing in it to keep.',
  detected: 'This tangent was never followed: there is nothing in it to keep.',
};
