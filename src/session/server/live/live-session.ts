import type { DownMessage } from '#wire/down.ts';
import { AppError } from '#wire/error-kind.ts';
import type { SessionCommand } from '#wire/up.ts';

import type { Command, InternalCommand } from '../../domain/command.ts';
import type { Decision } from '../../domain/mode.ts';
import { unprepared, unpreparedInside } from '../../domain/next-preparation.ts';
import type { ShownReply } from '../../domain/parts.ts';
import type { ModeId, SessionState } from '../../protocol.ts';
import type { Subscriber } from '../connection/subscriber.ts';
import type { Spine } from '../dependencies.ts';
import { damagedSession } from '../log/damage.ts';
import { lockHead, type Owned, readEvents } from '../log/log.ts';
import { type Answer, findAnswer } from '../log/stored-answer.ts';
import type { AnyModeServer, Report } from '../mode-server.ts';
import type { ActedCommand } from './acted-commands.ts';
import { type Ending, type EvaluatedSession, finishEvaluations } from './finish-evaluations.ts';
import { retryWhileStoreFails } from './retry-while-store-fails.ts';
import { type AnswerNames, type Beside, type Loaded, SessionCommits } from './session-commits.ts';
import { SessionReaders } from './session-readers.ts';
import { ThreadReader } from './thread-reader.ts';
import { TurnRunner } from './turn-runner.ts';

/** Called once an object has lost the right to append, with those who read it. They were told all up to its head. */
export type OnLost = (lost: LiveSession, readers: readonly Subscriber[]) => void;

/**
 * One session in memory: its mailbox, its commits, its readers and the turn under way. Commands pass one at a time. The
 * state says what to do next. There is no queue of work, so a session that is loaded after a crash continues by the same
 * rule.
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
  /** The outcome of a commit is being looked up. */
  #isComparing = false;
  /** Number of commands that end the session or leave its top mode and wait for evaluations. */
  #leaving = 0;
  readonly #evaluated: EvaluatedSession;
  readonly #closing = new AbortController();
  lastUsedAt: number;

  constructor(spine: Spine, loaded: Loaded, onLost: OnLost) {
    this.#spine = spine;
    this.#onLost = onLost;
    this.owned = { person: loaded.person, session: loaded.session };
    this.damage = loaded.damagedAfter === null ? null : damagedSession(loaded.damagedAfter);
    this.lastUsedAt = spine.now();
    const state = () => this.state;
    const submit = (command: InternalCommand) => this.submit(command);
    this.#commits = new SessionCommits(loaded, {
      spine,
      stream: () => this.#turns.stream,
      isLeaving: () => this.#leaving > 0,
      publish: (events) => this.#readers.publish(events),
      react: () => this.react(),
    });
    this.#turns = new TurnRunner({
      owned: this.owned,
      spine,
      threads: new ThreadReader(this.owned, spine),
      closing: this.#closing.signal,
      state,
      isLeaving: () => this.#leaving > 0,
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
    this.#evaluated = { spine, turns: this.#turns, state, isClosed: () => this.isClosed, submit };
  }

  get state(): SessionState {
    return this.#commits.state;
  }

  get isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Somebody has it open. */
  get isRead(): boolean {
    return !this.#readers.isEmpty;
  }

  /** Nobody has it open and nothing is under way: it can leave memory, since the log holds all of it. */
  get isIdle(): boolean {
    return !this.isRead && this.isSettled;
  }

  /** No message waits for an answer, to be prepared, or to be observed. */
  get isSettled(): boolean {
    return this.#queued === 0 && this.state.turn === null && !this.#turns.isBusy;
  }

  /** Decides a client's command. A resend gets the answer of the first. */
  execute(command: SessionCommand): Promise<Answer> {
    if (this.damage) return Promise.reject(this.damage);
    const { id } = command;
    const mode = this.#spine.modes[this.state.mode];
    if (!mode?.act) return this.#executeOnce(command, { key: id, id });
    const acted = { person: this.owned.person, id };
    return this.#spine.actedCommands.run(acted, () => this.#executeWith(mode, command, acted));
  }

  /** What is done outside of the log comes first: its answer says that it was done. */
  async #executeWith(mode: AnyModeServer, command: SessionCommand, acted: ActedCommand): Promise<Answer> {
    const { database, actedCommands } = this.#spine;
    const { id } = command;
    const earlier = await findAnswer(database.read, acted);
    if (earlier) return earlier;
    if (this.#commits.decide(command).ok) await actedCommands.act(acted, () => mode.act?.(this.owned, command));
    return this.#executeOnce(command, { key: id, id });
  }

  /** Lets a mode decide on a report of its server half. A report with a known id gets the answer of the first. */
  report(mode: ModeId, { id, report }: Report<unknown>): Promise<Answer> {
    if (this.damage) return Promise.reject(this.damage);
    const { session } = this.owned;
    // No id of a client holds a slash.
    const key = `${session}/${mode}/${id}`;
    return this.#executeOnce({ type: 'mode_report', mode, reportId: id, report }, { key, id });
  }

  show(message: DownMessage): void {
    this.#readers.show(message);
  }

  /** Carries a command out, once what it would end or leave is evaluated, and stores its answer with its effects. */
  async #executeOnce(command: Command, names: AnswerNames): Promise<Answer> {
    const first = await this.#enqueue((): Promise<Answer | Ending> => {
      const decision = this.#commits.decide(command);
      const ending = this.#pendingEnding(decision);
      return ending ? Promise.resolve(ending) : this.#answer(decision, names);
    });
    if (typeof first === 'object') return first;
    this.#leaving += 1;
    try {
      // A resend must not interrupt anything that has begun since.
      const { person } = this.owned;
      const earlier = await findAnswer(this.#spine.database.read, { person, id: names.key });
      if (earlier) return earlier;
      await this.#mailbox;
      await finishEvaluations(this.#evaluated, first);
      return await this.#enqueue(() => this.#answer(this.#commits.decide(command), names));
    } finally {
      this.#leaving -= 1;
      // Begins replies that were held back, if nothing was left. Enqueued: a commit under way may begin one itself.
      void this.#enqueue(() => Promise.resolve(this.react())).catch(() => undefined);
    }
  }

  /** Whether a decision has to wait for pending evaluations, because it ends the session or leaves a mode. */
  #pendingEnding(decision: Decision): Ending | null {
    if (!decision.ok) return null;
    const { domains } = this.#spine;
    const isEnd = decision.events.some(({ type }) => type === 'session_complete');
    if (isEnd && unprepared(this.state, domains)) return 'ends';
    if (decision.follows === 'leave-mode' && unpreparedInside(this.state, domains)) return 'leaves';
    return null;
  }

  /**
   * Decides a command of the server itself. A refused one is dropped, as is any in a damaged session. `beside` writes more
   * in the transaction of the events, if there are any.
   */
  submit(command: InternalCommand, beside?: Beside): Promise<void> {
    if (this.damage) return Promise.resolve();
    return this.#enqueue(() =>
      this.#committed(this.#commits.commit(this.#commits.decide(command), beside ? { beside } : {})),
    );
  }

  /**
   * Sends a subscriber the events after `after`, or a snapshot where there are many, then what was shown of the reply
   * under way, and from then on everything new. Returns the head that it starts from.
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

  /** What was shown and is not in the log yet: of the reply under way, and of open messages. */
  textFrames(): readonly string[] {
    return this.#readers.textFrames();
  }

  /** Starts what the state says is under way. Called once after loading; each commit calls it too. */
  react(): void {
    if (this.damage) return;
    this.#turns.react();
  }

  /** Ends the reply that an earlier process left under way. Until its end is stored, what is left of it is shown. */
  endLeftReply(turn: { readonly messageId: string; readonly replyId: string }, shown: ShownReply): Promise<void> {
    this.#turns.showLeft(turn.replyId, shown);
    const cut = { type: 'interrupt_reply', replyTo: turn.messageId, ...shown, reason: 'restarted' } as const;
    return this.submit(cut).catch((error: unknown) => {
      if (!(error instanceof AppError && error.isOfStore)) throw error;
      retryWhileStoreFails(() => this.submit(cut), this.#closing.signal).catch(() => undefined);
    });
  }

  /** Ends all work and waits for what is being written. The next load finds the turn under way again. */
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
      if (this.isClosed) throw new AppError('stopping', 'The server is stopping. This will be sent again.');
      return work();
    });
    this.#mailbox = done.catch(() => undefined).finally(() => (this.#queued -= 1));
    return done;
  }

  #answer(decision: Decision, names: AnswerNames): Promise<Answer> {
    return this.#committed(this.#commits.answer(decision, names));
  }

  async #committed<Result>(commit: Promise<Result>): Promise<Result> {
    try {
      return await commit;
    } catch (error) {
      if (error instanceof AppError && error.kind === 'store-failed') {
        if (error.detail.reason === 'lease-lost') this.#lose();
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

  /** A commit whose answer was lost may be in the log all the same. Then this object is behind it, and is replaced. */
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
