import { createHash } from 'node:crypto';

import type { Kysely, Transaction } from 'kysely';

import { noSuchSource } from '#library/storage/server/source-text.ts';
import type { LibraryTables } from '#library/storage/server/tables.ts';
import { AppError } from '#wire/error-kind.ts';
import type { ToolCaller } from '#wire/tool.ts';

import { pointKey } from '../../sets/domain/same-words.ts';
import type { RecallTables } from '../../storage/server/tables.ts';
import { MAX_WAITING, MAX_WAITING_OF_PROGRAM, type ProposedPoints } from '../protocol.ts';

/** Maximum number of decided points in storage, for undo and so that they are not proposed again. */
const MAX_DECIDED = 1_000;

type Proposing = Pick<ToolCaller, 'person' | 'token' | 'requireToken' | 'client' | 'session' | 'bucketId'>;

interface Proposed {
  readonly added: number;
  /** The number of points that had been proposed before, decided or not. */
  readonly known: number;
}

/** Stores points for the person to decide. Refuses all of them if too many wait already. */
export async function proposePoints(
  trx: Transaction<RecallTables>,
  by: Proposing,
  { set, points, at, newId }: ProposedPoints & { readonly at: number; readonly newId: () => string },
): Promise<Proposed> {
  await by.requireToken(trx);
  await requireSources(trx as unknown as Kysely<LibraryTables>, by, points);
  const added = await trx
    .insertInto('proposed_points')
    .values(
      points.map((point, index) => ({
        id: newId(),
        person_id: by.person,
        program_id: by.token,
        client: by.client,
        session_id: by.session,
        set_name: set,
        text: point.text,
        question: point.question,
        context: point.context,
        source_id: point.source ?? null,
        sentence: point.quote,
        words_key: createHash('sha256').update(pointKey(point)).digest('hex'),
        // Keeps the order of the points of one call.
        created_at: at + index,
        decided_at: null,
        decision_id: null,
      })),
    )
    .onConflict((conflict) => conflict.columns(['person_id', 'words_key']).doNothing())
    .returning('id')
    .execute();
  await requireRoom(trx, by);
  await forgetOldest(trx, by.person);
  return { added: added.length, known: points.length - added.length };
}

/** A source that the program must not read is reported as missing. */
async function requireSources(
  db: Kysely<LibraryTables>,
  { person, bucketId }: Proposing,
  points: ProposedPoints['points'],
): Promise<void> {
  const wanted = [...new Set(points.flatMap(({ source }) => source ?? []))];
  if (wanted.length === 0) return;
  let query = db
    .selectFrom('sources')
    .select('id')
    .where('person_id', '=', person)
    .where('deleted_at', 'is', null)
    .where('id', 'in', wanted);
  if (bucketId !== null) query = query.where('bucket_id', '=', bucketId);
  const found = await query.execute();
  if (found.length < wanted.length) throw noSuchSource();
}

async function requireRoom(db: Kysely<RecallTables>, { person, token }: Proposing): Promise<void> {
  const rows = await db
    .selectFrom('proposed_points')
    .select((eb) => ['program_id', eb.fn.countAll<number | string>().as('count')])
    .where('person_id', '=', person)
    .where('decided_at', 'is', null)
    .groupBy('program_id')
    .execute();
  const waiting = rows.reduce((sum, { count }) => sum + Number(count), 0);
  const own = Number(rows.find(({ program_id }) => program_id === token)?.count ?? 0);
  if (own > MAX_WAITING_OF_PROGRAM)
    throw tooManyWait(`At most ${MAX_WAITING_OF_PROGRAM} points of one program wait for the person.`);
  if (waiting > MAX_WAITING) throw tooManyWait(`At most ${MAX_WAITING} points wait for the person.`);
}

function tooManyWait(rule: string): AppError {
  return new AppError(
    'refused',
    `${rule} These would be more, so none was proposed. Ask the person to accept or drop some in Warren first.`,
    { reason: 'too-many-waiting' },
  );
}

/** Deletes the oldest decided points. */
async function forgetOldest(trx: Transaction<RecallTables>, person: string): Promise<void> {
  const last = await trx
    .selectFrom('proposed_points')
    .select('decided_at')
    .where('person_id', '=', person)
    .where('decided_at', 'is not', null)
    .orderBy('decided_at', 'desc')
    .offset(MAX_DECIDED)
    .limit(1)
    .executeTakeFirst();
  if (!last) return;
  await trx
    .deleteFrom('proposed_points')
    .where('person_id', '=', person)
    .where('decided_at', '<=', last.decided_at)
    .execute();
}
