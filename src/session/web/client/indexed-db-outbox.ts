import { openDatabase, stored } from '#elements/web/page/indexed-db.ts';

import type { OutboxEntry, OutboxStore } from './outbox.ts';

const STORE = 'messages';

/**
 * An outbox in IndexedDB, one for each person, shared by all tabs. Where the browser refuses it, as in some private
 * windows, messages are kept in memory: they are sent as well, but do not survive a reload.
 */
export function openIndexedDbOutbox(person: string): OutboxStore {
  const fallback = new Map<string, OutboxEntry>();
  const opened = openDatabase(`warren-outbox-${person}`, 1, (database) =>
    database.createObjectStore(STORE, { keyPath: 'id' }),
  ).catch(() => null);

  async function run<Result>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<Result>,
  ): Promise<Result | null> {
    const database = await opened;
    if (!database) return null;
    const transaction = database.transaction(STORE, mode, { durability: 'strict' });
    const request = work(transaction.objectStore(STORE));
    // A page that closes before the browser commits on its own loses its writes.
    if (mode === 'readwrite') transaction.commit();
    await stored(transaction);
    return request.result;
  }

  return {
    async all() {
      const entries = await run<OutboxEntry[]>('readonly', (store) => store.getAll());
      return (entries ?? [...fallback.values()]).toSorted((one, other) => one.order - other.order);
    },
    async put(entry) {
      fallback.set(entry.id, entry);
      await run('readwrite', (store) => store.put(entry));
    },
    async remove(id) {
      fallback.delete(id);
      await run('readwrite', (store) => store.delete(id));
    },
  };
}
