import type { Database } from '#database/server/database.ts';
import type { ServedPeople } from '#database/server/served-people.ts';
import type { RoleModels } from '#language-model/server/role-models.ts';
import { wholeAnswer } from '#language-model/server/whole-answer.ts';
import type { Log } from '#session/server/dependencies.ts';
import { keyPhrase } from '#text/domain/key-phrase.ts';

import { type Begun, buildTitlePrompt, readTitle } from '../domain/title-prompt.ts';

interface TitleTables {
  /** See `asking/server/tables.ts`. */
  explore_titles: { session_id: string; person_id: string; state: string; next_at: number };
}

export interface TitlingDependencies {
  readonly tables: Database<TitleTables>;
  readonly roleModels: Pick<RoleModels, 'of'>;
  readonly now: () => number;
  readonly served: ServedPeople;
  readonly log: Log;
  /** The first message of a session and its answer; null if it no longer needs a title. */
  readonly begunOf: (owned: Owned) => Promise<Begun | null>;
  /** Names the session, unless it was named in the meantime. */
  readonly name: (owned: Owned, title: string) => Promise<void>;
}

interface Owned {
  readonly person: string;
  readonly session: string;
}

const TIMEOUT_MS = 20_000;
const MIN_WORDS = 3;
const MAX_WORDS = 6;

/**
 * Names sessions in the background. A query finds the sessions that need a title, so a restart loses none. No reply
 * waits for it.
 */
export class Titling {
  readonly #dependencies: TitlingDependencies;
  readonly #closing = new AbortController();
  #running: Promise<void> | undefined;
  #isWoken = false;

  constructor(dependencies: TitlingDependencies) {
    this.#dependencies = dependencies;
  }

  /** Schedules a search for sessions without a title. */
  readonly wake = (): void => {
    if (this.#closing.signal.aborted) return;
    this.#isWoken = true;
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined;
      if (this.#isWoken) this.wake();
    });
  };

  /** The same for sessions that other servers left behind; writes nothing without any. Never rejects. */
  async lookForLeft(): Promise<void> {
    const { tables, log } = this.#dependencies;
    try {
      const one = tables.read.selectFrom('explore_titles').select('state').where('state', '=', 'waiting').limit(1);
      if (await one.executeTakeFirst()) this.wake();
    } catch (error) {
      if (!this.#closing.signal.aborted) log.error('Sessions without a title could not be looked up', error);
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #work(): Promise<void> {
    const { log } = this.#dependencies;
    try {
      while (this.#isWoken && !this.#closing.signal.aborted) {
        this.#isWoken = false;
        for (const owned of await this.#waiting())
          if (!this.#closing.signal.aborted)
            await this.#nameOne(owned).catch((error: unknown) => log.error('A session was not named', error));
      }
    } catch (error) {
      log.error('Sessions could not be named', error);
    }
  }

  async #waiting(): Promise<readonly Owned[]> {
    // A write waits for the commit under way, which may store the answer that triggered this search.
    const rows = await this.#dependencies.tables.write((trx) =>
      trx
        .selectFrom('explore_titles')
        .select(['session_id', 'person_id'])
        .where('state', '=', 'waiting')
        .orderBy('next_at')
        .execute(),
    );
    const own = await this.#dependencies.served.servedOf([...new Set(rows.map((row) => row.person_id))]);
    return rows.flatMap(({ person_id: person, session_id: session }) => (own.has(person) ? [{ person, session }] : []));
  }

  async #nameOne(owned: Owned): Promise<void> {
    const { tables, begunOf, name } = this.#dependencies;
    const begun = await begunOf(owned);
    const title = begun && (await this.#titleOf(owned, begun));
    if (this.#closing.signal.aborted) return;
    if (title !== null) await name(owned, title);
    await tables.write((trx) =>
      trx
        .updateTable('explore_titles')
        .set({ state: 'done' })
        .where('session_id', '=', owned.session)
        .where('person_id', '=', owned.person)
        .execute(),
    );
  }

  /**
   * A title of 3 to 6 words: by the titler's model or, without one or if it fails, by key phrase. Null if the message
   * has no words.
   */
  async #titleOf({ person, session }: Owned, begun: Begun): Promise<string | null> {
    const { tables, roleModels, log } = this.#dependencies;
    try {
      const model = await roleModels.of(tables.read, person, 'titler');
      if (!model) return embeddedTitle(begun);
      const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), this.#closing.signal]);
      const { text } = await wholeAnswer(model, buildTitlePrompt(begun), { session, signal });
      return readTitle(text) ?? embeddedTitle(begun);
    } catch (error) {
      if (!this.#closing.signal.aborted)
        log.warn(`The titler failed: ${error instanceof Error ? error.message : String(error)}`);
      return embeddedTitle(begun);
    }
  }
}

/** The key phrase of the message, or its first words if the phrase is too short for a title. */
function embeddedTitle({ message }: Begun): string | null {
  const phrase = keyPhrase([{ text: message, context: '' }]) ?? '';
  const first = message.trim().split(/\s+/u).slice(0, MAX_WORDS).join(' ');
  const title = phrase.split(/\s+/u).length >= MIN_WORDS ? phrase : first;
  return readTitle(title.charAt(0).toLocaleUpperCase('en') + title.slice(1));
}
