import type { Kysely } from 'kysely';

import type { Database } from '#database/server/database.ts';
import type { RoleModel, RoleModels } from '#language-model/server/role-models.ts';
import type { Log } from '#session/server/dependencies.ts';
import { keyPhrase } from '#text/domain/key-phrase.ts';

import { type Begun, buildTitlePrompt, readTitle } from '../domain/title-prompt.ts';

interface TitleTables {
  /** See `asking/server/tables.ts`. */
  explore_titles: { session_id: string; person_id: string; state: string; attempts: number; next_at: number };
}

export interface TitlingDependencies {
  readonly tables: Database<TitleTables>;
  readonly roleModels: Pick<RoleModels, 'of'>;
  readonly now: () => number;
  readonly log: Log;
  /** The first message of a session and its answer; null if it needs no title any more. */
  readonly begunOf: (owned: Owned) => Promise<Begun | null>;
  /** Names the session, unless it has been named meanwhile. */
  readonly name: (owned: Owned, title: string) => Promise<void>;
}

interface Owned {
  readonly person: string;
  readonly session: string;
}

const FIRST_WAIT_MS = 30_000;
const MAX_WAIT_MS = 3_600_000;
const MAX_ATTEMPTS = 8;

/**
 * Names sessions in the background. Which ones need a title is found by a query, so a restart loses none; a failure is
 * tried again later, and nobody waits for it.
 */
export class Titling {
  readonly #dependencies: TitlingDependencies;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isClosed = false;
  #isWoken = false;

  constructor(dependencies: TitlingDependencies) {
    this.#dependencies = dependencies;
  }

  /** Looks for sessions without a title soon. */
  readonly wake = (): void => {
    if (this.#isClosed) return;
    this.#isWoken = true;
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined;
      if (this.#isWoken) this.wake();
    });
  };

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #work(): Promise<void> {
    const { tables, log } = this.#dependencies;
    clearTimeout(this.#timer);
    try {
      while (this.#isWoken && !this.#isClosed) {
        this.#isWoken = false;
        for (const row of await this.#due()) if (!this.#isClosed) await this.#nameOne(row);
      }
      const next = await tables.read
        .selectFrom('explore_titles')
        .select('next_at')
        .where('state', '=', 'waiting')
        .orderBy('next_at')
        .limit(1)
        .executeTakeFirst();
      if (!next || this.#isClosed) return;
      const wait = Math.min(MAX_WAIT_MS, Math.max(1_000, Number(next.next_at) - this.#dependencies.now()));
      this.#timer = setTimeout(this.wake, wait).unref();
    } catch (error) {
      log.error('Sessions could not be named', error);
    }
  }

  async #due() {
    const { tables, now } = this.#dependencies;
    // A write waits for the commit under way, which may be the one of the answer that woke this.
    return await tables.write((trx) =>
      trx
        .selectFrom('explore_titles')
        .select(['session_id', 'person_id', 'attempts'])
        .where('state', '=', 'waiting')
        .where('next_at', '<=', now())
        .orderBy('next_at')
        .execute(),
    );
  }

  async #nameOne(row: { session_id: string; person_id: string; attempts: number }): Promise<void> {
    const { tables, roleModels, now, log, begunOf, name } = this.#dependencies;
    const owned = { person: row.person_id, session: row.session_id };
    const keep = (columns: { state: string; attempts: number; next_at: number }) =>
      tables.write((trx) => writeTitle(trx, owned, columns));
    const attempts = row.attempts + 1;
    try {
      const begun = await begunOf(owned);
      const model = begun && (await roleModels.of(tables.read, owned.person, 'titler'));
      const title = begun && (await generateConversationTitle(model, { ...begun, session: owned.session }));
      if (title !== null) await name(owned, title);
      await keep({ state: 'done', attempts, next_at: now() });
    } catch (error) {
      if (this.#isClosed) return;
      const wait = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** row.attempts);
      log.warn(
        `A session was not named, attempt ${attempts}: ${error instanceof Error ? error.message : String(error)}`,
      );
      await keep({ state: attempts < MAX_ATTEMPTS ? 'waiting' : 'done', attempts, next_at: now() + wait });
    }
  }
}

async function writeTitle(
  trx: Kysely<TitleTables>,
  { person, session }: Owned,
  columns: { state: string; attempts: number; next_at: number },
): Promise<void> {
  await trx
    .updateTable('explore_titles')
    .set(columns)
    .where('session_id', '=', session)
    .where('person_id', '=', person)
    .execute();
}

const TIMEOUT_MS = 20_000;
const MIN_WORDS = 3;
const MAX_WORDS = 6;

/**
 * A title of 3 to 6 words for a conversation: by the titler's model or, without one, by key phrase. Null if the message
 * has no words. Rejects if the model fails or answers without a title.
 */
async function generateConversationTitle(
  model: RoleModel | null,
  begun: Begun & { readonly session: string },
): Promise<string | null> {
  if (!model) return embeddedTitle(begun);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let answer = '';
  for await (const chunk of model.stream(buildTitlePrompt(begun), { session: begun.session, signal }))
    if (chunk.type === 'text') answer += chunk.text;
  signal.throwIfAborted();
  const title = readTitle(answer);
  if (title === null) throw new Error('The titler answered without a title.');
  return title;
}

/** The key phrase of the message, or its first words where that is too short for a title. */
function embeddedTitle({ message }: Begun): string | null {
  const phrase = keyPhrase([{ text: message, context: '' }]) ?? '';
  const first = message.trim().split(/\s+/u).slice(0, MAX_WORDS).join(' ');
  const title = phrase.split(/\s+/u).length >= MIN_WORDS ? phrase : first;
  return readTitle(title.charAt(0).toLocaleUpperCase('en') + title.slice(1));
}
