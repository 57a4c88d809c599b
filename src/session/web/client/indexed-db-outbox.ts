import type { OutboxEntry, OutboxStore } from './outbox.ts';

const STORE = 'messages';

/**
 * An outbox in IndexedDB, one for each person, shared by all tabs. Where the browser refuses it, as a private window
 * may, messages are kept in memory: they are sent all the same, but do not survive a reload.
 */
export function openIndexedDbOutbox(person: string): OutboxStore {
  const fallback = new Map<string, OutboxEntry>();
  const opened = open(`warren-outbox-${person}`).catch(() => null);

  async function run<Result>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<Result>,
  ): Promise<Result | null> {
    const database = await opened;
    if (!database) return null;
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode, { durability: 'strict' });
      const request = work(transaction.objectStore(STORE));
      transaction.addEventListener('complete', () => resolve(request.result));
      transaction.addEventListener('error', () => reject(transaction.error ?? new Error('The outbox failed.')));
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('The outbox failed.')));
    });
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

function open(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE, { keyPath: 'id' }));
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The outbox could not be opened.')));
    request.addEventListener('blocked', () => reject(new Error('The outbox is blocked.')));
  });
}
