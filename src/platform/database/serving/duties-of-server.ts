import type { Kysely, Transaction } from 'kysely';

import type { Duties } from '#database/server/duties.ts';
import { movedError } from '#database/server/served-people.ts';

import { IS_ALIVE, removeOldServers, type ServerKey, type ServersTables } from './server-rows.ts';

/** The only row of `duties`. */
const ROW = 'all';

/** The duties of one of several servers. A server that is draining gives them up, and takes none. */
export class DutiesOfServer implements Duties {
  readonly #db: Kysely<ServersTables>;
  readonly #me: ServerKey;
  readonly #taken: (() => void)[] = [];
  /** The epoch under which this server has the duties; null if it does not have them. */
  #epoch: number | null = null;

  constructor(db: Kysely<ServersTables>, me: ServerKey) {
    this.#db = db;
    this.#me = me;
  }

  get areHere(): boolean {
    return this.#epoch !== null;
  }

  onTaken(listener: () => void): void {
    this.#taken.push(listener);
  }

  async keep(trx: Transaction<ServersTables>): Promise<void> {
    const row = await trx
      .selectFrom('duties')
      .select('id')
      .where('id', '=', ROW)
      .where('server_id', '=', this.#me.id)
      .where('epoch', '=', this.#epoch ?? -1)
      .forKeyShare()
      .executeTakeFirst();
    if (row) return;
    this.#epoch = null;
    throw movedError();
  }

  /** Takes the duties if no server has them, and notices if another server has taken them. */
  async look(): Promise<void> {
    const holder = await findHolder(this.#db);
    const isMine = holder?.id === this.#me.id && holder.epoch === this.#epoch;
    if (isMine) return;
    this.#epoch = null;
    if (holder !== undefined && holder.id !== this.#me.id) return;
    const epoch = await this.#db.transaction().execute((trx) => takeDuties(trx, this.#me));
    if (epoch === undefined) return;
    this.#epoch = epoch;
    for (const listener of this.#taken) listener();
    await this.#db.transaction().execute(removeOldServers);
  }
}

/** The server that has the duties, lives, and is not draining. */
export function findHolder(db: Kysely<ServersTables>) {
  return db
    .selectFrom('duties')
    .innerJoin('servers', 'servers.id', 'duties.server_id')
    .select(['servers.id', 'duties.epoch'])
    .where('duties.id', '=', ROW)
    .where('servers.is_draining', '=', 0)
    .where(IS_ALIVE)
    .executeTakeFirst();
}

/**
 * Returns the epoch, or undefined if a living server has the duties. Waits for its transactions: each locks the row
 * (`keep`).
 */
async function takeDuties(trx: Transaction<ServersTables>, me: ServerKey): Promise<number | undefined> {
  await trx
    .insertInto('duties')
    .values({ id: ROW, server_id: null, epoch: 0 })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const { epoch } = await trx
    .selectFrom('duties')
    .select('epoch')
    .where('id', '=', ROW)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const holder = await findHolder(trx);
  if (holder !== undefined && holder.id !== me.id) return undefined;
  const own = await trx
    .selectFrom('servers')
    .select('id')
    .where('id', '=', me.id)
    .where('epoch', '=', me.epoch)
    .where('is_draining', '=', 0)
    .executeTakeFirst();
  if (own === undefined) return undefined;
  await trx
    .updateTable('duties')
    .set({ server_id: me.id, epoch: epoch + 1 })
    .where('id', '=', ROW)
    .execute();
  return epoch + 1;
}
