import { openDatabase, resultOf, stored } from '#elements/web/page/indexed-db.ts';
import { FOLD_VERSION } from '#session/domain/fold.ts';
import { PROTOCOL_VERSION } from '#wire/protocol-version.ts';

const NAME = 'warren-seen';
/** Raise it when an answer that is kept changes, or what is kept of it. */
const FORMAT = 3;
const VERSION = (PROTOCOL_VERSION * 1_000 + FOLD_VERSION) * 1_000 + FORMAT;

const OWNER = 'owner';
const ENTRIES = 'entries';
const TEXTS = 'texts';
const ALL = [OWNER, ENTRIES, TEXTS];
const MAX_ENTRIES = 150;
/** Of one entry and of all, in UTF-16 units of JSON. */
const MAX_LENGTH = 1_000_000;
const MAX_TOTAL_LENGTH = 6_000_000;

export interface Seen<Value> {
  readonly value: Value;
  readonly at: number;
}

/**
 * What this browser has seen, to be read without a server. All of it belongs to one person: it is dropped when another
 * one signs in, and for a page that reads it otherwise. Where the browser refuses to store, nothing is kept.
 */
export class SeenStore {
  #opened: Promise<IDBDatabase | null> | null = null;
  /** The person of this page. */
  #person: string | null = null;

  /** From now on the page is this person's. False if it was another one's. */
  enter(person: string): boolean {
    const isSame = this.#person === null || this.#person === person;
    this.#person = person;
    void this.#write(async (transaction) => {
      const owner = transaction.objectStore(OWNER);
      if ((await resultOf(owner.get(OWNER))) === person) return;
      for (const store of ALL) transaction.objectStore(store).clear();
      owner.put(person, OWNER);
    });
    return isSame;
  }

  /** Keeps a value of JSON, and drops the oldest ones beyond the limits. A tab of a former person keeps nothing. */
  async keep(key: string, value: unknown, at: number): Promise<void> {
    const text = JSON.stringify(value);
    await this.#write(async (transaction) => {
      const [entries, texts] = [transaction.objectStore(ENTRIES), transaction.objectStore(TEXTS)];
      const owner: unknown = await resultOf(transaction.objectStore(OWNER).get(OWNER));
      if (owner === undefined || owner !== this.#person) return;
      const others = (await resultOf(entries.getAll() as IDBRequest<SeenEntry[]>)).filter((entry) => entry.key !== key);
      const all = [{ key, at, length: text.length }, ...others];
      const kept = new Set(withinLimits(all));
      for (const entry of all)
        if (!kept.has(entry)) {
          entries.delete(entry.key);
          texts.delete(entry.key);
        } else if (entry.key === key) {
          entries.put(entry);
          texts.put(text, key);
        }
    });
  }

  /** Null if it was not seen, or if another person has signed in. Without a person: of the one who signed in last. */
  async read<Value>(key: string): Promise<Seen<Value> | null> {
    const database = await this.#open();
    if (!database) return null;
    const transaction = database.transaction(ALL);
    const [owner, entry, text] = await Promise.all([
      resultOf(transaction.objectStore(OWNER).get(OWNER)) as Promise<string | undefined>,
      resultOf(transaction.objectStore(ENTRIES).get(key)) as Promise<SeenEntry | undefined>,
      resultOf(transaction.objectStore(TEXTS).get(key)) as Promise<string | undefined>,
    ]);
    this.#person ??= owner ?? null;
    if (owner !== this.#person || !entry || text === undefined) return null;
    return { value: JSON.parse(text) as Value, at: entry.at };
  }

  /** Drops everything, also what a page of another version kept. */
  async wipe(): Promise<void> {
    const opened = this.#opened;
    this.#opened = null;
    this.#person = null;
    (await opened)?.close();
    await resultOf(indexedDB.deleteDatabase(NAME)).catch(() => undefined);
  }

  async #write(work: (transaction: IDBTransaction) => Promise<void>): Promise<void> {
    const database = await this.#open();
    if (!database) return;
    try {
      const transaction = database.transaction(ALL, 'readwrite');
      const end = stored(transaction);
      await Promise.all([work(transaction), end]);
    } catch {
      // The disk is full, or another tab has wiped it: what was seen is read from the server again.
    }
  }

  #open(): Promise<IDBDatabase | null> {
    this.#opened ??= openDatabase(NAME, VERSION, (database) => {
      for (const store of database.objectStoreNames) database.deleteObjectStore(store);
      database.createObjectStore(OWNER);
      database.createObjectStore(ENTRIES, { keyPath: 'key' });
      database.createObjectStore(TEXTS);
    }).then(
      (database) => {
        // Another tab wipes it, or has a newer version.
        database.addEventListener('versionchange', () => {
          database.close();
          this.#opened = null;
        });
        return database;
      },
      () => null,
    );
    return this.#opened;
  }
}

/** One for the page. */
export const seenStore = new SeenStore();

/** A text that was seen, without the text. */
interface SeenEntry {
  readonly key: string;
  /** When it was seen, in milliseconds since the epoch. */
  readonly at: number;
  readonly length: number;
}

/** The entries that there is room for: the latest ones. */
export function withinLimits(entries: readonly SeenEntry[]): readonly SeenEntry[] {
  const latest = entries
    .filter(({ length }) => length <= MAX_LENGTH)
    .sort((one, other) => other.at - one.at)
    .slice(0, MAX_ENTRIES);
  let total = 0;
  return latest.filter(({ length }) => (total += length) <= MAX_TOTAL_LENGTH);
}
