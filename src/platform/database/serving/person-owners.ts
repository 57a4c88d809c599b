import { type Kysely, sql, type SqlBool, type Transaction } from 'kysely';

import {
  type LeftPerson,
  movedError,
  type OtherServer,
  reservedError,
  type Reservation,
} from '#database/server/served-people.ts';

import { compareVersions } from './compare-versions.ts';
import { holdServer, IS_ALIVE, isAlive, NOW, type ServerKey, type ServersTables } from './server-rows.ts';

const IS_RESERVED = sql<SqlBool>`person_owners.reserved_until > ${NOW}`;

/**
 * The living server that serves a person or for which they are reserved; undefined if any server can take them. Throws
 * an AppError if they are reserved for a server that is not running.
 */
export async function findOwner(db: Kysely<ServersTables>, person: string): Promise<OtherServer | undefined> {
  const owner = await findPresentOwner(db, person);
  if (owner) return owner;
  const reserved = await db
    .selectFrom('person_owners')
    .leftJoin('servers', 'servers.id', 'person_owners.reserved_for')
    .select(['reserved_for as id', 'servers.name', 'servers.internal_address as internalAddress'])
    .select([IS_ALIVE.as('isAlive'), sql<number>`reserved_until - ${NOW}`.as('leftMs')])
    .where('person_id', '=', person)
    .where(IS_RESERVED)
    .executeTakeFirst();
  if (!reserved || reserved.id === null) return undefined;
  const { id, name, internalAddress, isAlive, leftMs } = reserved;
  if (isAlive !== true) throw reservedError(name, leftMs);
  return { id, name: name ?? '', internalAddress };
}

export interface Succession {
  readonly version: string;
  readonly isDraining: boolean;
  /** The person to take; omitted: anybody. */
  readonly person?: string | undefined;
}

/**
 * A living server that should take people instead of this one: one with a newer version, which may have stored data
 * unknown to this one; the one that released the person (`letGo`); any other if this one is draining. Among several,
 * the one with the fewest people.
 */
export async function findSuccessor(
  db: Kysely<ServersTables>,
  me: ServerKey,
  { version, isDraining, person = '' }: Succession,
): Promise<OtherServer | undefined> {
  const others = await db
    .selectFrom('servers')
    .select(['id', 'name', 'version', 'internal_address as internalAddress'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('person_owners')
            .select('epoch')
            .where('person_id', '=', person)
            .whereRef('reserved_for', '=', 'servers.id'),
        )
        .as('hasLetGo'),
    )
    .where('id', '!=', me.id)
    .where('is_draining', '=', 0)
    .where('internal_address', 'is not', null)
    .where(IS_ALIVE)
    .orderBy('people')
    .orderBy('id')
    .execute();
  const newer = others.filter((other) => compareVersions(other.version, version) > 0);
  const former = others.filter((other) => other.hasLetGo === true && other.version === version);
  const [found] = [...newer, ...former, ...(isDraining ? others : [])];
  return found && { id: found.id, name: found.name, internalAddress: found.internalAddress };
}

async function findPresentOwner(db: Kysely<ServersTables>, person: string): Promise<OtherServer | undefined> {
  return db
    .selectFrom('person_owners')
    .innerJoin('servers', 'servers.id', 'person_owners.server_id')
    .select(['servers.id', 'servers.name', 'servers.internal_address as internalAddress'])
    .where('person_id', '=', person)
    .where(IS_ALIVE)
    .executeTakeFirst();
}

/** People whom no living server serves: first those whose server has ended, then those who were handed over. */
export async function readLeft(db: Kysely<ServersTables>): Promise<LeftPerson[]> {
  return db
    .selectFrom('person_owners')
    .leftJoin('servers', 'servers.id', 'person_owners.server_id')
    .select(['person_id as person', 'person_owners.epoch'])
    .where((eb) => eb.or([eb('servers.id', 'is', null), eb.not(IS_ALIVE)]))
    .orderBy(sql`server_id is null`)
    .orderBy('person_id')
    .execute();
}

/**
 * For each of these people the id of the server that serves them, for which they are reserved, or, if it is alive, that
 * released them (`findSuccessor`). Others are missing.
 */
export async function readPlaces(
  db: Kysely<ServersTables>,
  version: string,
  persons: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (persons.length === 0) return new Map();
  const rows = await db
    .selectFrom('person_owners')
    .leftJoin('servers', 'servers.id', 'person_owners.server_id')
    .leftJoin('servers as former', (join) =>
      join
        .onRef('former.id', '=', 'reserved_for')
        .on('former.version', '=', version)
        .on('former.is_draining', '=', 0)
        .on('former.internal_address', 'is not', null)
        .on(isAlive('former')),
    )
    .select(['person_id', 'reserved_for', 'servers.id', 'former.id as formerId'])
    .select([IS_ALIVE.as('isAlive'), IS_RESERVED.as('isReserved')])
    .where('person_id', 'in', persons)
    .execute();
  const places = rows.map((row) => {
    const reserved = row.isReserved === true ? row.reserved_for : row.formerId;
    return [row.person_id, row.isAlive === true ? row.id : reserved] as const;
  });
  return new Map(places.flatMap(([person, id]) => (id === null ? [] : [[person, id] as const])));
}

/**
 * Takes a person for a server, unless another one serves them or they are reserved for another one: see `findOwner`.
 * Returns the epoch, or undefined if there is such a server. Throws an AppError if another process has this server's
 * place. Waits for transactions of the previous server: each locks the row (`holdPersons`).
 */
export async function takePerson(
  trx: Transaction<ServersTables>,
  me: ServerKey,
  person: string,
): Promise<number | undefined> {
  // Locked before the row of the person, as in each commit.
  if (!(await holdServer(trx, me))) throw movedError();
  await trx
    .insertInto('person_owners')
    .values({ person_id: person, server_id: null, epoch: 0, reserved_for: null, reserved_until: null })
    .onConflict((conflict) => conflict.column('person_id').doNothing())
    .execute();
  // An update alone would not wait for those transactions, since it does not change the key.
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
    .set({ server_id: me.id, epoch: epoch + 1, reserved_for: null, reserved_until: null })
    .where('person_id', '=', person)
    .execute();
  return epoch + 1;
}

/** A person and the epoch under which a server took them. */
export interface HeldPerson {
  readonly person: string;
  readonly epoch: number;
}

/** Locks the rows of people until the transaction ends. False if another server has taken one of them. */
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
    // A fixed order prevents deadlocks.
    .orderBy('person_id')
    .forKeyShare()
    .execute();
  return rows.length === held.length;
}

export async function readHeld(db: Kysely<ServersTables>, me: ServerKey): Promise<HeldPerson[]> {
  return db
    .selectFrom('person_owners')
    .select(['person_id as person', 'epoch'])
    .where('server_id', '=', me.id)
    .execute();
}

/** Reserves people for the server that serves them: nobody else takes them for this time after it has stopped. */
export async function reservePersons(
  db: Kysely<ServersTables>,
  me: ServerKey,
  { persons, forMs }: { readonly persons: readonly string[]; readonly forMs: number },
): Promise<void> {
  if (persons.length === 0) return;
  await db
    .updateTable('person_owners')
    .set({ reserved_for: me.id, reserved_until: sql`${NOW} + ${forMs}::bigint` })
    .where('person_id', 'in', persons)
    .where('server_id', '=', me.id)
    .execute();
}

/** Releases a person to any other server, or to the one they are reserved for. */
export async function releasePerson(
  db: Kysely<ServersTables>,
  me: ServerKey,
  { person, epoch, reservation }: HeldPerson & { readonly reservation: Reservation | undefined },
): Promise<void> {
  await db
    .updateTable('person_owners')
    .set({
      server_id: null,
      epoch: sql`epoch + 1`,
      reserved_for: reservation?.reservedFor ?? null,
      reserved_until: reservation ? sql`${NOW} + ${reservation.forMs}::bigint` : null,
    })
    .where('person_id', '=', person)
    .where('server_id', '=', me.id)
    .where('epoch', '=', epoch)
    .execute();
}
