import type { Kysely } from 'kysely';

import type { RoleModels } from '#language-model/server/role-models.ts';
import { createModelPointWriter } from '#point-writer/server/model-point-writer.ts';
import { embeddedPointWriter } from '#point-writer/server/point-writer.ts';
import { writePoints } from '#point-writer/server/write-points.ts';

import type { OwnedSet } from '../../storage/server/owned.ts';
import type { RecallTables } from '../../storage/server/tables.ts';
import { headingsIn } from '../domain/paste/headings-in.ts';
import { wordsKey } from '../domain/same-words.ts';
import type { WrittenPoints } from '../protocol.ts';
import { noSuchSet } from './sets.ts';
import { heldKeys, readSubject } from './subject.ts';

/** Points for a set from a pasted text; nothing is added. */
export async function writePointsFrom(
  text: string,
  { person, setId }: OwnedSet,
  { read, roleModels }: { read: Kysely<RecallTables>; roleModels: RoleModels },
): Promise<WrittenPoints> {
  const set = await readSubject(read, { person, setId });
  if (!set) throw noSuchSet();
  const model = await roleModels.of(read, person, 'point-writer');
  const writer = model ? createModelPointWriter(model) : embeddedPointWriter;
  const written = await writePoints(
    { form: 'text', text, setName: set.name, setDescription: set.description },
    { writer, embedded: embeddedPointWriter, session: null },
  );
  const held = await heldKeys(read, { person, setId });
  const fresh = written.points.filter((point) => !held.has(wordsKey(point.text)));
  const headingOf = headingsIn(text);
  return {
    ...written,
    points: fresh.map((point) => ({ text: point.text, sentence: point.sentence, context: headingOf(point.sentence) })),
    known: written.points.length - fresh.length,
  };
}
