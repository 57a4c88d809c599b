import type { Kysely } from 'kysely';
import type { z } from 'zod';

import { isBlank } from '#kernel/clean-text.ts';
import type { RoleModels } from '#language-model/server/role-models.ts';
import { readSourceText } from '#library/storage/server/source-text.ts';
import type { LibraryTables } from '#library/storage/server/tables.ts';
import { createModelPointWriter, embeddedPointWriter, writePoints } from '#point-writer/server/point-writer.ts';
import { AppError } from '#wire/error-kind.ts';

import type { OwnedSet } from '../../storage/server/dependencies.ts';
import type { RecallTables } from '../../storage/server/tables.ts';
import { headingsIn } from '../domain/paste/heading-path.ts';
import { pointKey } from '../domain/same-words.ts';
import { MAX_TEXT_CHARACTERS, type textForPoints, type WrittenPoints } from '../protocol.ts';
import { noSuchSet } from './sets.ts';
import { existingKeys, readSubject } from './subject.ts';

interface Part {
  readonly text: string;
  /** Range of the part in a long source; null if the text is the whole source. */
  readonly part: WrittenPoints['part'];
}

/** Writes points from a pasted text or a source. Adds nothing to the set. */
export async function writePointsFrom(
  given: z.output<typeof textForPoints>,
  { person, setId }: OwnedSet,
  { read, roleModels }: { read: Kysely<RecallTables>; roleModels: RoleModels },
): Promise<WrittenPoints> {
  const set = await readSubject(read, { person, setId });
  if (!set) throw noSuchSet();
  const { text, part } = 'text' in given ? { text: given.text, part: null } : await readPart(read, person, given);
  const model = await roleModels.of(read, person, 'point-writer');
  const writer = model ? createModelPointWriter(model) : embeddedPointWriter;
  const written = await writePoints(
    { form: 'text', text, setName: set.name, setDescription: set.description },
    { writer, embedded: embeddedPointWriter, session: null },
  );
  const held = await existingKeys(read, { person, setId });
  const fresh = written.points.filter((point) => !held.has(pointKey(point)));
  const headingOf = headingsIn(text);
  return {
    ...written,
    points: fresh.map((point) => ({ ...point, context: headingOf(point.sentence) })),
    known: written.points.length - fresh.length,
    part,
  };
}

/** The part of a source that begins at `from`. It ends at a paragraph or line break if possible. */
async function readPart(
  db: Kysely<RecallTables>,
  person: string,
  { sourceId, from }: { sourceId: string; from: number },
): Promise<Part> {
  const { content } = await readSourceText(db as unknown as Kysely<LibraryTables>, { person, sourceId });
  if (isBlank(content.slice(from)))
    throw new AppError('refused', 'There is no text to write points from here.', { reason: 'no-text' });
  const whole = content.slice(from, from + MAX_TEXT_CHARACTERS);
  if (from === 0 && whole.length === content.length) return { text: content, part: null };
  const isLast = from + whole.length === content.length;
  const breaks = isLast ? [] : [whole.lastIndexOf('\n\n'), whole.lastIndexOf('\n')];
  const text = whole.slice(0, breaks.find((at) => at > whole.length / 2) ?? whole.length);
  return { text, part: { start: from, end: from + text.length, of: content.length } };
}
