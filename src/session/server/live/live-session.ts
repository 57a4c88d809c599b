import { AppError } from '#wire/error-kind.ts';

import type { Command, InternalCommand, ModeReport } from '../../domain/command.ts';
import type { ShownReply } from '../../domain/parts.ts';
import type { DownMessage, ModeId, SessionCommand, SessionState } from '../../protocol.ts';
import type { Subscriber } from '../connection/subscriber.ts';
import type { Spine } from '../dependencies.ts';
import { damagedSession } from '../log/damage.ts';
import { lockHead, type Owned, readEvents } from '../log/log.ts';
import { type Answer, findAnswer } from '../log/stored-answer.ts';
import type { AnyModeServer, Report } from '../mode-server.ts';
import type { ActedCommand } from './acted-commands.ts';
import { retryWhileStoreFails } from './retry-while-store-fails.ts';
import { type AnswerNames, type Beside, type Loaded, SessionCommits } from './session-commits.ts';
import { SessionReaders } from './session-readers.ts';
import { ThreadReader } from './thread-reader.ts';
import { TurnRunner } from './turn-runner.ts';

/**
 * Called when another process has moved the log on, with the readers of this object. They have all events up to its
 * head.
 */
export type OnLost = (lost: LiveSession, readers: readonly Subscriber[]) => void;

/**
 * One session in memory: its mailbox, its commits, its readers and the turn under way. Commands pass one at a time. The
 * state determines the next work; there is no queue of work, so a session that is loaded after a crash continues by the
 * same rule.
 */
export class LiveSession {
  readonly owned: Owned;
  readonly #spine: Spine;
  /** Why the session can only be read; null if it is whole. */
  readonly damage: AppError | null;
  readonly #onLost: OnLost;
  readonly #commits: SessionCommits;
  readonly #readers: SessionReaders;
  readonly #turns: TurnRunner;
  #mailbox: Promise<unknown> = Promise.resolve();
  #queued = 0;
  /** Whether the outcome of a commit is being looked up. */
  #isComparing = false;
  readonly #waitingForEnd = new Set<PromiseWithResolvers<void>>();
  readonly #closing = new AbortController();
  lastUsedAt: number;

  constructor(spine: Spine, loaded: Loaded, onLost: OnLost) {
    this.#spine = spine;
    this.#onLost = onLost;
    this.owned = { person: loaded.person, session: loaded.session };
    this.damage = loaded.damagedAfter === null ? null : damagedSession(loaded.damagedAfter);
    this.lastUsedAt = spine.now();
    const state = () => this.state;
    const submit = (command: InternalCommand | ModeReport) => this.submit(command);
    this.#commits = new SessionCommits(loaded, {
      spine,
      stream: () => this.#turns.stream,
      publish: (events) => this.#readers.publish(events),
      react: () => this.react(),
    });
    this.#turns = new TurnRunner({
      owned: this.owned,
      spine,
      threads: new ThreadReader(this.owned, spine),
      closing: this.#closing.signal,
      state,
      submit,
      showWait: (messageId, wait) => this.#readers.wait(messageId, wait),
      showChunk: (frame) => this.#readers.chunk(frame),
    });
    this.#readers = new SessionReaders({
      state,
      replyFrame: () => this.#turns.textFrame(),
      shown: () => spine.modes[this.state.mode]?.shown?.(this.owned) ?? [],
      readEvents: (after) => readEvents(spine.database.read, this.owned, { after }),
      isDamaged: this.damage !== null,
    });
    this.#closing.signal.addEventListener('abort', () => {
      for (const { reject } of this.#waitingForEnd) reject(stopping());
    });
  }

  get state(): SessionState {
    return this.#commits.state;
  }

  get isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Whether a reader has it open. */
  get isRead(): boolean {
    return !this.#readers.isEmpty;
  }

  /** Whether it has no reader and nothing is under way: it can leave memory, since the log holds all of it. */
  get isIdle(): boolean {
    return !this.isRead && this.isSettled;
  }

  /** Whether no message waits for an answer, a preparation or an observation. */
  get isSettled(): boolean {
    return this.#queued === 0 && this.state.turn === null && !this.state.ending && !this.#turns.isBusy;
  }

  /**
   * Decides a client's command. A resend gets the first answer. `signIn`: of the browser that sends it; null for a
   * program.
   */
  execute(command: SessionCommand, signIn: string | null = null): Promise<Answer> {
    if (this.damage) return Promise.reject(this.damage);
    const { id } = command;
    const mode = this.#spine.modes[this.state.mode];
    if (!mode?.act) return this.#executeOnce(command, { key: id, id });
    const acted = { person: this.owned.person, id };
    return this.#spine.actedCommands.run(acted, () => this.#executeWith(mode, command, { ...acted, signIn }));
  }

  /** Acts outside of the log before the answer is stored: a stored answer means that the action succeeded. */
  async #executeWith(
    mode: AnyModeServer,
    command: SessionCommand,
    { signIn, ...acted }: ActedCommand & { readonly signIn: string | null },
  ): Promise<Answer> {
    const { database, actedCommands } = this.#spine;
    const { id } = command;
    const earlier = await findAnswer(database.read, acted);
    if (earlier) return earlier;
    if (this.#commits.decide(command).ok) await actedCommands.act(acted, () => mode.act?.(this.owned, command, signIn));
    return this.#executeOnce(command, { key: id, id });
  }

  /** Lets a mode decide on a report of its server half. A report with a known id gets the answer of the first. */
  report(mode: ModeId, { id, report }: Report<unknown>): Promise<Answer> {
    if (this.damage) return Promise.reject(this.damage);
    const { session } = this.owned;
    // Ids of clients never contain a slash.
    const key = `${session}/${mode}/${id}`;
    return this.#executeOnce({ type: 'mode_report', mode, report }, { key, id });
  }

  show(message: DownMessage): void {
    this.#readers.show(message);
  }

  /**
   * Commits a command with its answer. The sender of an end that waits for evaluations gets the answer when the end has
   * come.
   */
  async #executeOnce(command: Command, names: AnswerNames): Promise<Answer> {
    const { answer, isEnding } = await this.#enqueue(async () => {
      const decision = this.#commits.decide(command);
      const given = await this.#committed(this.#commits.answer(decision, names));
      return { answer: given, isEnding: decision.ok && decision.isEnding === true };
    });
    if (isEnding) await this.#whenEnded();
    return answer;
  }

  /** Rejects if the session leaves memory first: the client sends the command again and gets its stored answer. */
  #whenEnded(): Promise<void> {
    if (!this.state.ending) return Promise.resolve();
    if (this.isClosed) return Promise.reject(stopping());
    const ended = Promise.withResolvers<void>();
    this.#waitingForEnd.add(ended);
    return ended.promise;
  }

  /**
   * Decides a command of the server itself. A refused command is dropped, and so is any command in a damaged session.
   * `beside` writes more in the transaction of the events, if there are any.
   */
  submit(command: InternalCommand | ModeReport, beside?: Beside): Promise<void> {
    if (this.damage) return Promise.resolve();
    return this.#enqueue(() =>
      this.#committed(this.#commits.commit(this.#commits.decide(command), beside ? { beside } : {})),
    );
  }

  /**
   * Sends a subscriber the events after `after`, or a snapshot if there are many, then the shown text of the reply
   * under way, and then everything new. Returns the head that it starts from.
   */
  subscribe(subscriber: Subscriber, after: number | undefined): Promise<number> {
    return this.#enqueue(() => this.#readers.add(subscriber, after));
  }

  unsubscribe(subscriber: Subscriber): void {
    this.#readers.remove(subscriber);
    this.lastUsedAt = this.#spine.now();
  }

  snapshotFrame(): string {
    return this.#readers.snapshotFrame();
  }

  /** Text that was shown and is not in the log yet: from the reply under way and from open messages. */
  textFrames(): readonly string[] {
    return this.#readers.textFrames();
  }

  /** Starts the work that the state says is under way. Called once after loading, and by each commit. */
  react(): void {
    if (this.damage) return;
    this.#turns.react();
    if (this.state.ending) return;
    for (const { resolve } of this.#waitingForEnd) resolve();
    this.#waitingForEnd.clear();
  }

  /** Ends the reply that an earlier process left under way. Until its end is stored, its remaining text is shown. */
  endLeftReply(turn: { readonly messageId: string; readonly replyId: string }, shown: ShownReply): Promise<void> {
    this.#turns.showLeft(turn.replyId, shown);
    const cut = { type: 'interrupt_reply', replyTo: turn.messageId, ...shown, reason: 'restarted' } as const;
    return this.submit(cut).catch((error: unknown) => {
      if (!(error instanceof AppError && error.isOfStore)) throw error;
      retryWhileStoreFails(() => this.submit(cut), this.#closing.signal).catch(() => undefined);
    });
  }

  /** Ends all work and waits for pending writes. The next load finds the turn under way again. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#readers.clear();
    await this.#mailbox;
    await this.#turns.close();
  }

  #enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#queued += 1;
    this.lastUsedAt = this.#spine.now();
    const done = this.#mailbox.then(async () => {
      if (this.isClosed) throw stopping();
      return work();
    });
    this.#mailbox = done.catch(() => undefined).finally(() => (this.#queued -= 1));
    return done;
  }

  /** Replaces this object if the log may hold a state that differs from it. */
  async #committed<Result>(commit: Promise<Result>): Promise<Result> {
    try {
      return await commit;
    } catch (error) {
      if (error instanceof AppError && error.kind === 'store-failed') {
        if (error.detail.reason === 'log-moved') this.#lose();
        else this.#compareWithLog();
      }
      throw error;
    }
  }

  #lose(): void {
    if (this.isClosed) return;
    this.#closing.abort();
    this.#onLost(this, this.#readers.all);
  }

  /** A commit whose answer was lost may still be in the log. Then this object is behind the log, and is replaced. */
  #compareWithLog(): void {
    if (this.#isComparing) return;
    this.#isComparing = true;
    const compare = async () => {
      const head = await this.#spine.database.write((trx) => lockHead(trx, this.owned));
      if (head !== this.state.head) this.#lose();
    };
    void retryWhileStoreFails(() => this.#enqueue(compare), this.#closing.signal)
      .catch(() => undefined)
      .finally(() => (this.#isComparing = false));
  }
}

const stopping = () => new AppError('stopping', 'The server is stopping. This will be sent again.');
