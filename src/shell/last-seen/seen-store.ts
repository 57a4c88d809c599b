import { openDatabase, resultOf, stored } from '#elements/web/page/indexed-db.ts';
import { FOLD_VERSION } from '#session/domain/fold.ts';
import { PROTOCOL_VERSION } from '#wire/protocol-version.ts';

const NAME = 'warren-seen';
/** Raise it when a stored answer changes, or the part of it that is stored. */
const FORMAT = 3;
const VERSION = (PROTOCOL_VERSION * 1_000 + FOLD_VERSION) * 1_000 + FORMAT;

const OWNER = 'owner';
const ENTRIES = 'entries';
const TEXTS = 'texts';
const ALL = [OWNER, ENTRIES, TEXTS];
const MAX_ENTRIES = 150;
/** Maximum length of one entry and of all, in UTF-16 units of JSON. */
const MAX_LENGTH = 1_000_000;
const MAX_TOTAL_LENGTH = 6_000_000;

export interface Seen<Value> {
  readonly value: Value;
  readonly at: number;
}

/**
 * Data that this browser has received, readable without a server. All of it belongs to one person: it is dropped when
 * another person signs in, and when a page of another version opens it. Where the browser refuses storage, nothing is
 * stored.
 */
export class SeenStore {
  #opened: Promise<IDBDatabase | null> | null = null;
  /** The person of this page. */
  #person: string | null = null;

  /** Assigns the page to this person. False if it belonged to another one. */
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

  /** Stores a value as JSON, and drops the oldest ones beyond the limits. A tab of a former person stores nothing. */
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

  /**
   * Null if nothing is stored, or if another person has signed in. Without a person: the data of the last one signed
   * in.
   */
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

  /** Drops everything, including data of pages of other versions. */
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
      // The disk is full, or another tab has wiped the store: the data is read from the server again.
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
        // Another tab wipes the store, or has a newer version.
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

/** One instance for the page. */
export const seenStore = new SeenStore();

/** A stored text, without the text itself. */
interface SeenEntry {
  readonly key: string;
  /** The time at which it was stored, in milliseconds since the epoch. */
  readonly at: number;
  readonly length: number;
}

/** The entries that fit the limits: the latest ones. */
export function withinLimits(entries: readonly SeenEntry[]): readonly SeenEntry[] {
  const latest = entries
    .filter(({ length }) => length <= MAX_LENGTH)
    .sort((one, other) => other.at - one.at)
    .slice(0, MAX_ENTRIES);
  let total = 0;
  return latest.filter(({ length }) => (total += length) <= MAX_TOTAL_LENGTH);
}
