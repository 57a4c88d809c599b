import { type Kysely, sql, type Transaction } from 'kysely';

import type { OtherServer } from '#database/server/served-people.ts';

import { IS_ALIVE, type ServerKey, type ServersTables } from './server-rows.ts';

/** The living server that serves a person; undefined if none does. */
export async function findOwner(db: Kysely<ServersTables>, person: string): Promise<OtherServer | undefined> {
  return db
    .selectFrom('person_owners')
    .innerJoin('servers', 'servers.id', 'person_owners.server_id')
    .select(['servers.id', 'servers.name', 'servers.internal_address as internalAddress'])
    .where('person_id', '=', person)
    .where(IS_ALIVE)
    .executeTakeFirst();
}

/** Those of these people whom living servers other than this one serve, with the ids of these servers. */
export async function readServedElsewhere(
  db: Kysely<ServersTables>,
  me: ServerKey,
  persons: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (persons.length === 0) return new Map();
  const rows = await db
    .selectFrom('person_owners')
    .innerJoin('servers', 'servers.id', 'person_owners.server_id')
    .select(['person_id', 'servers.id'])
    .where('person_id', 'in', persons)
    .where('servers.id', '!=', me.id)
    .where(IS_ALIVE)
    .execute();
  return new Map(rows.map(({ person_id: person, id }) => [person, id]));
}

/**
 * Takes a person for a server, unless a living one serves them. Returns the epoch, or undefined if one does. Waits for
 * transactions of the server before: each of them holds the row (`holdPersons`).
 */
export async function takePerson(
  trx: Transaction<ServersTables>,
  me: ServerKey,
  person: string,
): Promise<number | undefined> {
  await trx
    .insertInto('person_owners')
    .values({ person_id: person, server_id: null, epoch: 0 })
    .onConflict((conflict) => conflict.column('person_id').doNothing())
    .execute();
  // An update alone would not wait for them, since it leaves the key as it is.
  const { epoch } = await trx
    .selectFrom('person_owners')
    .select('epoch')
    .where('person_id', '=', person)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const owner = await findOwner(trx, person);
  if (owner !== undefined && owner.id !== me.id) return undefined;
  await trx
    .updateTable('person_owners')
    .set({ server_id: me.id, epoch: epoch + 1 })
    .where('person_id', '=', person)
    .execute();
  return epoch + 1;
}

/** A person and the epoch under which a server took them. */
export interface HeldPerson {
  readonly person: string;
  readonly epoch: number;
}

/** Keeps the rows of people until the transaction ends. False if another server has taken one of them. */
export async function holdPersons(
  trx: Kysely<ServersTables>,
  me: ServerKey,
  held: readonly HeldPerson[],
): Promise<boolean> {
  const rows = await trx
    .selectFrom('person_owners')
    .select('person_id')
    .where('server_id', '=', me.id)
    .where((eb) => eb.or(held.map(({ person, epoch }) => eb.and({ person_id: person, epoch }))))
    // In one order, so that no two transactions wait for each other.
    .orderBy('person_id')
    .forKeyShare()
    .execute();
  return rows.length === held.length;
}

/** The people that a server serves. */
export async function readHeld(db: Kysely<ServersTables>, me: ServerKey): Promise<HeldPerson[]> {
  return db
    .selectFrom('person_owners')
    .select(['person_id as person', 'epoch'])
    .where('server_id', '=', me.id)
    .execute();
}

/** Lets another server take a person. Call it once nothing is written for them any more. */
export async function releasePerson(
  trx: Kysely<ServersTables>,
  me: ServerKey,
  { person, epoch }: HeldPerson,
): Promise<void> {
  await trx
    .updateTable('person_owners')
    .set({ server_id: null, epoch: sql`epoch + 1` })
    .where('person_id', '=', person)
    .where('server_id', '=', me.id)
    .where('epoch', '=', epoch)
    .execute();
}
