import { setTimeout as wait } from 'node:timers/promises';

import type { Selectable } from 'kysely';

import type { Services } from '#contribution/server/contribution.ts';
import type { Database } from '#database/server/database.ts';
import { movedError } from '#database/server/served-people.ts';
import type { Owned } from '#session/server/log/log.ts';
import { AppError } from '#wire/error-kind.ts';

import type { TerminalExit } from '../../protocol.ts';
import { type HostedMeta, readHostedMeta } from './hosted-meta.ts';
import { endLeftSession, isOfFolder } from './processes.ts';
import type { HostedTerminal, PtyHost } from './pty.ts';
import type { TerminalTables } from './tables.ts';

interface LeftTerminalsOptions extends Pick<Services, 'log' | 'served'> {
  readonly database: Database<TerminalTables>;
  readonly home: string;
  readonly host: PtyHost;
  /** Continues a program that the host holds. Returns false if it belongs to no run that is open. */
  readonly attach: (hosted: HostedTerminal, meta: HostedMeta) => Promise<boolean>;
  /** Brings the part of a chat that the server missed into the log. */
  readonly complete: (owned: Owned) => Promise<void>;
  readonly reportEnd: (owned: Owned, run: number, exit: TerminalExit) => Promise<void>;
}

interface Unattached {
  readonly owned: Owned;
  readonly hosted: HostedTerminal;
}

type Left = Selectable<TerminalTables['terminal_processes']>;

/** Maximum wait at a stop of the server, in ms. The next process ends what is left. */
const MAX_WAIT_AT_STOP_MS = 2_000;
/** Delay before a retry, after the host did not answer or a terminal could not be continued. */
const TRY_AGAIN_AFTER_MS = 5_000;

/**
 * The terminals that an earlier server left. Those that the host holds are continued. Programs in the others are ended,
 * concurrently, and their terminals are lost.
 */
export class LeftTerminals {
  readonly #options: LeftTerminalsOptions;
  readonly #tidying = new Map<string, { readonly person: string; readonly done: Promise<void> }>();
  /**
   * Terminals of the host that could not be continued, or whose person another server serves. Their programs run on
   * without a view of them.
   */
  readonly #unattached = new Map<string, Unattached>();
  #finding: Promise<void> | null = null;
  /** Serialises the arrivals and departures of people. */
  #moving: Promise<unknown> = Promise.resolve();
  #isContinuing = false;
  #isClosing = false;

  constructor(options: LeftTerminalsOptions) {
    this.#options = options;
  }

  get unattached(): readonly Owned[] {
    return [...this.#unattached.values()].map(({ owned }) => owned);
  }

  /** Resolves once all left terminals are known. Rejects if the host does not answer; the next call asks it again. */
  async whenFound(): Promise<void> {
    this.#finding ??= this.#find().catch((error: unknown) => {
      this.#finding = null;
      throw error;
    });
    await this.#finding;
    await this.#moving;
  }

  /** Call it when another server takes over the person. Their programs continue here until the person comes back. */
  leave(person: string): Promise<void> {
    return this.#move(async () => {
      for (const hosted of await this.#options.host.list()) {
        const owned = readHostedMeta(hosted.meta);
        if (owned.person === person) this.#unattached.set(owned.session, { owned, hosted });
      }
      void this.#continueLater();
    });
  }

  /**
   * Call it when this server takes over the person. Continues their programs, and tidies up those that ended meanwhile.
   */
  comeBack(person: string): Promise<void> {
    return this.#move(async () => {
      // If the host has not answered yet, `#find` will include this person's terminals.
      if (this.#finding === null) return;
      await this.#finding;
      await this.#continue(({ owned }) => owned.person === person);
      const held = new Set((await this.#options.host.list()).map(({ pid }) => pid));
      await this.#tidyUp((left) => left.person_id === person && !held.has(left.pid));
    });
  }

  #move(work: () => Promise<void>): Promise<void> {
    const moved = this.#moving.then(work);
    this.#moving = moved.catch((error: unknown) => {
      if (!this.#isClosing) this.#options.log.error('The terminals of a person could not be moved', error);
    });
    return moved;
  }

  /**
   * Asks the host until it answers. Returns false if the server stops first, or if another server has taken the
   * terminals.
   */
  async findInTheEnd(): Promise<boolean> {
    while (!this.#isClosing) {
      try {
        await this.whenFound();
        return true;
      } catch (error) {
        if (error instanceof AppError && error.kind === 'stopping') return false;
        this.#options.log.error('The host of terminals does not say yet what goes on in it', error);
      }
      await wait(TRY_AGAIN_AFTER_MS, undefined, { ref: false });
    }
    return false;
  }

  /** Resolves once every program that must end has ended: in one session, of one person, or of all people. */
  async whenDone({ session, person }: { readonly session?: string; readonly person?: string } = {}): Promise<void> {
    await this.whenFound();
    const awaited = [...this.#tidying].filter(
      ([id, left]) => (session ?? id) === id && (person ?? left.person) === left.person,
    );
    await Promise.all(awaited.map(([, { done }]) => done));
  }

  /** Ends the program that was left in one session, even if it could not be continued. */
  async end({ session, person }: Owned): Promise<void> {
    await this.whenFound();
    const left = this.#unattached.get(session);
    this.#unattached.delete(session);
    // This server cannot write for a person whom another one serves. The end is logged when the person comes back.
    if (left && !this.#options.served.serves(person)) await this.#options.host.end(left.hosted.id);
    else if (left) await this.#tidyUp((each) => each.session_id === session);
    await this.whenDone({ session });
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    const done = Promise.all([...this.#tidying.values()].map((each) => each.done));
    await Promise.race([done, wait(MAX_WAIT_AT_STOP_MS, undefined, { ref: false })]);
  }

  async #find(): Promise<void> {
    const hosted = await this.#options.host.list();
    this.#unattached.clear();
    const areHeld = await Promise.all(hosted.map((each) => this.#attach(each)));
    const held = new Set(hosted.filter((_, index) => areHeld[index]).map(({ pid }) => pid));
    await this.#tidyUp(({ pid }) => !held.has(pid));
    void this.#continueLater();
  }

  /** Retries: the host can be slow, or the disk full. */
  async #continueLater(): Promise<void> {
    if (this.#isContinuing) return;
    this.#isContinuing = true;
    while (this.#unattached.size > 0 && !this.#isClosing) {
      await wait(TRY_AGAIN_AFTER_MS, undefined, { ref: false });
      await this.#move(() => this.#continue(() => true)).catch(() => undefined);
    }
    this.#isContinuing = false;
  }

  async #continue(isMeant: (left: Unattached) => boolean): Promise<void> {
    for (const [session, left] of [...this.#unattached].filter(([, each]) => isMeant(each))) {
      if (this.#isClosing) return;
      const { hosted } = left;
      const isHeld = await this.#options.attach(hosted, readHostedMeta(hosted.meta)).catch(() => null);
      if (isHeld === null) continue;
      this.#unattached.delete(session);
      if (isHeld) this.#options.log.info(`Terminal ${hosted.id} of the host is continued.`);
    }
  }

  async #attach(hosted: HostedTerminal): Promise<boolean> {
    let owned: Owned | null = null;
    try {
      const meta = readHostedMeta(hosted.meta);
      owned = { person: meta.person, session: meta.session };
      return await this.#options.attach(hosted, meta);
    } catch (error) {
      if (owned) this.#unattached.set(owned.session, { owned, hosted });
      if (error instanceof AppError && error.detail.reason === movedError().detail.reason) return true;
      this.#options.log.error(`Terminal ${hosted.id} of the host cannot be shown, and its program goes on`, error);
      return true;
    }
  }

  async #tidyUp(isOver: (left: Left) => boolean): Promise<void> {
    const { database, served } = this.#options;
    for (const left of await database.read.selectFrom('terminal_processes').selectAll().execute()) {
      if (!isOver(left) || this.#tidying.has(left.session_id)) continue;
      if (served.hasOthers && !(await this.#isOwn(left))) continue;
      const done = this.#tidyUpOne(left).finally(() => this.#tidying.delete(left.session_id));
      this.#tidying.set(left.session_id, { person: left.person_id, done });
    }
  }

  /** Whether it belongs to this data folder, and to a person whom no other server serves. */
  async #isOwn(left: Left): Promise<boolean> {
    const { home, served } = this.#options;
    return (await isOfFolder(left, home)) && (await served.claim(left.person_id)) === null;
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
