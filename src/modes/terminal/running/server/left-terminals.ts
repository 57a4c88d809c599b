import { setTimeout as wait } from 'node:timers/promises';

import type { Selectable } from 'kysely';

import type { Services } from '#contribution/server/contribution.ts';
import type { Database } from '#database/server/database.ts';
import type { Owned } from '#session/server/log/log.ts';

import type { TerminalExit } from '../../protocol.ts';
import { endLeftSession } from './processes.ts';
import type { TerminalTables } from './tables.ts';

interface LeftTerminalsOptions extends Pick<Services, 'log'> {
  readonly database: Database<TerminalTables>;
  readonly home: string;
  /** Brings into the log what the server did not hear of a chat while it was gone. */
  readonly complete: (owned: Owned) => Promise<void>;
  readonly reportEnd: (owned: Owned, run: number, exit: TerminalExit) => Promise<void>;
}

type Left = Selectable<TerminalTables['terminal_processes']>;

/** A stop of the server waits no longer. What is left then is ended by the next process. */
const MAX_WAIT_AT_STOP_MS = 2_000;

/** The terminals that an earlier process left behind: what runs in them is ended, side by side, and they are lost. */
export class LeftTerminals {
  readonly #options: LeftTerminalsOptions;
  readonly #tidying = new Map<string, { readonly person: string; readonly done: Promise<void> }>();
  #isClosing = false;

  constructor(options: LeftTerminalsOptions) {
    this.#options = options;
  }

  /** Begins with all of them but those that go on. Resolves once they are known; `whenDone` waits for them. */
  async tidyUp(goesOn: (session: string) => boolean): Promise<void> {
    const { read } = this.#options.database;
    for (const left of await read.selectFrom('terminal_processes').selectAll().execute()) {
      if (goesOn(left.session_id)) continue;
      const done = this.#tidyUpOne(left).finally(() => this.#tidying.delete(left.session_id));
      this.#tidying.set(left.session_id, { person: left.person_id, done });
    }
  }

  /** Resolves once nothing that was left runs: in one session, of one person, or at all. */
  async whenDone({ session, person }: { readonly session?: string; readonly person?: string } = {}): Promise<void> {
    const awaited = [...this.#tidying].filter(
      ([id, left]) => (session ?? id) === id && (person ?? left.person) === left.person,
    );
    await Promise.all(awaited.map(([, { done }]) => done));
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.race([this.whenDone(), wait(MAX_WAIT_AT_STOP_MS, undefined, { ref: false })]);
  }

  async #tidyUpOne({ session_id: session, person_id: person, run, pid, started }: Left): Promise<void> {
    const { home, log, complete, reportEnd } = this.#options;
    try {
      await endLeftSession({ pid, started }, home);
      await complete({ person, session });
      await reportEnd({ person, session }, run, { exitCode: null, signal: null, reason: 'lost' });
      log.info(`Terminal ${session} is lost: its program ended with an earlier server.`);
    } catch (error) {
      if (!this.#isClosing) log.error(`Terminal ${session} could not be tidied up`, error);
    }
  }
}
