import type { Transaction } from 'kysely';

import { AppError } from '#wire/error-kind.ts';
import { MAX_REPLAYED_EVENTS } from '#wire/limits.ts';
import type { SessionCommand } from '#wire/up.ts';

import type { Command, InternalCommand } from '../../domain/command.ts';
import { decide } from '../../domain/decide.ts';
import { record } from '../../domain/deciding/decision-context.ts';
import { type EventBody, type SessionEvent, toClientEvent } from '../../domain/event.ts';
import { toClientState } from '../../domain/fold.ts';
import type { Decision } from '../../domain/mode.ts';
import { unprepared, unpreparedInside } from '../../domain/next-preparation.ts';
import { NOTHING_SHOWN, type ShownReply } from '../../domain/parts.ts';
import type { ModeId, SessionState } from '../../protocol.ts';
import { toErrorMessage } from '../connection/answers.ts';
import { frameOf, type Subscriber } from '../connection/subscriber.ts';
import type { Spine } from '../dependencies.ts';
import { damagedSession } from '../log/damage.ts';
import {
  appendEvents,
  type Lease,
  lockHead,
  type Owned,
  readEvents,
  SNAPSHOT_EVERY,
  takeLease,
  writeSnapshot,
} from '../log/log.ts';
import { dropPartialReplies } from '../log/partial-reply.ts';
import {
  type Answer,
  type Answered,
  AnsweredBefore,
  findAnswer,
  refuseSaidBefore,
  storeAnswer,
} from '../log/stored-answer.ts';
import { summaryColumns, toSummary } from '../log/summary.ts';
import type { AnyModeServer, ReplyWait, Report, ShownText } from '../mode-server.ts';
import type { SessionTables } from '../tables.ts';
import type { ActedCommand } from './acted-commands.ts';
import { type Ending, type EvaluatedSession, finishEvaluations } from './finish-evaluations.ts';
import { insist } from './insist.ts';
import { OpenTexts } from './open-texts.ts';
import { ThreadReader } from './thread-reader.ts';
import { TurnRunner } from './turn-runner.ts';

export interface Loaded extends Owned {
  readonly state: SessionState;
  /** Null if the store could not be written when the session was loaded: the next commit takes it. */
  readonly lease: Lease | null;
  /** The seq of the stored snapshot, 0 without one. */
  readonly snapshotSeq: number;
  /** The last event before damage in the log; null if it is whole. */
  readonly damagedAfter: number | null;
  /** The time of the last event. */
  readonly lastAt: number;
}

/** Called once an object has lost the right to append, with those who read it. They were told all up to its head. */
export type OnLost = (lost: LiveSession, readers: readonly Subscriber[]) => void;

type Beside = (trx: Transaction<SessionTables>, before: SessionState) => Promise<void>;

/** The names of an answer: the key that it is stored under, and the id that it repeats. */
interface AnswerNames {
  readonly key: string;
  readonly id: string;
}

/** What is written together with events. */
interface Companions {
  readonly answered?: Answered;
  readonly beside?: Beside;
}

/**
 * One session in memory: its mailbox, its state, its subscribers and the turn under way. Commands pass one at a time:
 * decide, append in one transaction, and only then fold, tell the subscribers and react. The state says what to do next.
 * There is no queue of work, so a session that is loaded after a crash continues by the same rule.
 */
export class LiveSession {
  readonly owned: Owned;
  readonly #spine: Spine;
  #lease: Lease | null;
  /** Why the session can only be read; null if it is whole. */
  readonly damage: AppError | null;
  readonly #onLost: OnLost;
  readonly #subscribers = new Set<Subscriber>();
  #state: SessionState;
  #snapshotSeq: number;
  #lastAt: number;
  #mailbox: Promise<unknown> = Promise.resolve();
  #queued = 0;
  /** The outcome of a commit is being looked up. */
  #isComparing = false;
  /** Number of commands that end the session or leave its top mode and wait for evaluations. */
  #leaving = 0;
  readonly #turns: TurnRunner;
  readonly #evaluated: EvaluatedSession;
  readonly #openTexts = new OpenTexts();
  readonly #closing = new AbortController();
  /** The snapshot that was made in this turn of the event loop: many subscribers may ask for it. */
  #snapshot: { readonly state: SessionState; readonly frame: string } | null = null;
  lastUsedAt: number;

  constructor(spine: Spine, loaded: Loaded, onLost: OnLost) {
    this.#spine = spine;
    this.#onLost = onLost;
    this.owned = { person: loaded.person, session: loaded.session };
    this.#state = loaded.state;
    this.#lease = loaded.lease;
    this.damage = loaded.damagedAfter === null ? null : damagedSession(loaded.damagedAfter);
    this.#snapshotSeq = loaded.snapshotSeq;
    this.#lastAt = loaded.lastAt;
    this.lastUsedAt = spine.now();
    this.#turns = new TurnRunner({
      owned: this.owned,
      spine,
      threads: new ThreadReader(this.owned, spine),
      closing: this.#closing.signal,
      state: () => this.#state,
      isLeaving: () => this.#leaving > 0,
      submit: (command) => this.submit(command),
      showWait: (messageId, wait) => this.#showWait(messageId, wait),
      showChunk: (frame) => this.#subscribers.forEach((subscriber) => subscriber.chunk(frame)),
    });
    this.#evaluated = {
      spine,
      turns: this.#turns,
      state: () => this.#state,
      isClosed: () => this.isClosed,
      submit: (command) => this.submit(command),
    };
  }

  get state(): SessionState {
    return this.#state;
  }

  get isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Somebody has it open. */
  get isRead(): boolean {
    return this.#subscribers.size > 0;
  }

  /** Nobody has it open and nothing is under way: it can leave memory, since the log holds all of it. */
  get isIdle(): boolean {
    return !this.isRead && this.isSettled;
  }

  /** No message waits for an answer, to be prepared, or to be observed. */
  get isSettled(): boolean {
    return this.#queued === 0 && this.#state.turn === null && !this.#turns.isBusy;
  }

  /** Decides a client's command. A resend gets the answer of the first. */
  execute(command: SessionCommand): Promise<Answer> {
    if (this.damage) return Promise.reject(this.damage);
    const { id } = command;
    const mode = this.#spine.modes[this.#state.mode];
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
    if (this.#decide(command).ok) await actedCommands.act(acted, () => mode.act?.(this.owned, command));
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

  /** Shows the text so far of an open message of a mode, unless it has been completed meanwhile. */
  show({ messageId, content }: ShownText): void {
    const isOpen = this.#state.messages.some(({ id, status }) => id === messageId && status === 'streaming');
    const update = isOpen ? this.#openTexts.update(messageId, content) : null;
    if (update === null) return;
    const frame = frameOf({ type: 'chat_message_update', session: this.owned.session, ...update });
    for (const subscriber of this.#subscribers) subscriber.chunk(frame);
  }

  /** Carries a command out, once what it would end or leave is evaluated, and stores its answer with its effects. */
  async #executeOnce(command: Command, names: AnswerNames): Promise<Answer> {
    const first = await this.#enqueue((): Promise<Answer | Ending> => {
      const decision = this.#decide(command);
      const ending = this.#pendingEnding(decision);
      return ending ? Promise.resolve(ending) : this.#carryOut(decision, names);
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
      return await this.#enqueue(() => this.#carryOut(this.#decide(command), names));
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
    if (isEnd && unprepared(this.#state, domains)) return 'ends';
    if (decision.follows === 'leave-mode' && unpreparedInside(this.#state, domains)) return 'leaves';
    return null;
  }

  /** Commits a decision with its answer. */
  async #carryOut(decision: Decision, { key, id }: AnswerNames): Promise<Answer> {
    const { person, session } = this.owned;
    const events = decision.ok ? this.#place(decision.events) : [];
    // Pause the stream until the commit settles, so that the decision covers exactly what was shown.
    const stream = events.some(({ type }) => type === 'assistant_interrupted') ? this.#turns.stream : null;
    stream?.hold();
    try {
      const seq = this.#state.head + events.length;
      const answer: Answer = decision.ok
        ? { type: 'accepted', id, session, seq }
        : toErrorMessage(new AppError('refused', decision.message, { reason: decision.reason }), { id, session });
      await this.#commit(events, { answered: { person, session, id: key, answer, at: this.#now() } });
      return answer;
    } catch (error) {
      if (error instanceof AnsweredBefore) return error.answer;
      throw error;
    } finally {
      stream?.release();
    }
  }

  /**
   * Decides a command of the server itself. A refused one is dropped, as is any in a damaged session. `beside` writes more in the same transaction; it is
   * called even if there are no events.
   */
  submit(command: InternalCommand, beside?: Beside): Promise<void> {
    if (this.damage) return Promise.resolve();
    return this.#enqueue(async () => {
      const decision = this.#decide(command);
      if (decision.ok) await this.#commit(this.#place(decision.events), beside ? { beside } : {});
    });
  }

  /**
   * Sends a subscriber the events after `after`, or a snapshot where there are many, then what was shown of the reply
   * under way, and from then on everything new. Returns the head that it starts from.
   */
  subscribe(subscriber: Subscriber, after: number | undefined): Promise<number> {
    return this.#enqueue(async () => {
      const { head } = this.#state;
      if (after !== undefined && after > head)
        throw new AppError('ahead-of-log', 'This page is ahead of the server. It will load the session again.');
      if (after === undefined || head - after > MAX_REPLAYED_EVENTS || this.damage) {
        if (subscriber.snapshot) subscriber.snapshot();
        else subscriber.event(this.snapshotFrame());
      } else if (after < head) {
        const missed = await readEvents(this.#spine.database.read, this.owned, { after });
        for (const event of missed) subscriber.event(frameOf(toClientEvent(event)));
      }
      for (const text of this.textFrames()) subscriber.chunk(text);
      this.#subscribers.add(subscriber);
      return head;
    });
  }

  unsubscribe(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber);
    this.lastUsedAt = this.#spine.now();
  }

  snapshotFrame(): string {
    const state = this.#state;
    if (this.#snapshot?.state === state) return this.#snapshot.frame;
    const { head, session } = state;
    const frame = frameOf({ type: 'session_snapshot', session, seq: head, state: toClientState(state) });
    this.#snapshot = { state, frame };
    setImmediate(() => (this.#snapshot = null));
    return frame;
  }

  /** What was shown of the reply under way. */
  textFrame(): string | null {
    return this.#turns.textFrame();
  }

  /** What was shown and is not in the log yet: of the reply under way, and of open messages. */
  textFrames(): readonly string[] {
    const { session } = this.owned;
    const open = this.#openTexts.all.map((update) => frameOf({ type: 'chat_message_update', session, ...update }));
    const reply = this.textFrame();
    return reply === null ? open : [reply, ...open];
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
      insist(() => this.submit(cut), this.#closing.signal).catch(() => undefined);
    });
  }

  /** Ends all work and waits for what is being written. The next load finds the turn under way again. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#subscribers.clear();
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

  /** Times in a log never go back, also after a clock that was ahead. */
  #now(): number {
    return Math.max(this.#spine.now(), this.#lastAt);
  }

  #decide(command: Command) {
    const { domains, fold, newId } = this.#spine;
    return decide(this.#state, command, {
      modes: domains,
      fold,
      now: this.#now(),
      newId: newId(),
      shown: this.#turns.stream?.shown ?? NOTHING_SHOWN,
      isLeaving: this.#leaving > 0,
    });
  }

  #place(bodies: readonly EventBody[]): SessionEvent[] {
    const now = this.#now();
    return bodies.map((body, index) =>
      record(body, { session: this.owned.session, head: this.#state.head + index }, now),
    );
  }

  async #commit(events: readonly SessionEvent[], { answered, beside }: Companions): Promise<void> {
    const { database, domains, fold, modes, publishSummary } = this.#spine;
    if (!answered && !beside && events.length === 0) return;
    const before = this.#state;
    const after = events.reduce<SessionState>((state, event) => fold(state, event), before);
    const summary = summaryColumns(after, domains);
    const isCut = after.head - this.#snapshotSeq >= SNAPSHOT_EVERY;
    const isReplyOver = events.some(({ type }) => type === 'assistant_complete' || type === 'assistant_interrupted');
    let lease = this.#lease;
    try {
      await database.write(async (trx) => {
        if (answered) await storeAnswer(trx, answered);
        // The decision knows the ids of the messages that the state holds.
        if (answered && (events.length === 0 || before.messages.length < before.messageCount))
          await refuseSaidBefore(trx, answered);
        if (events.length === 0) return;
        lease ??= await takeLease(trx, this.owned, { owner: this.#spine.owner, at: this.#spine.now() });
        await appendEvents(trx, { ...this.owned, lease, head: before.head, events, summary });
        for (const mode of Object.values(modes))
          await mode.record?.(trx, { person: this.owned.person, before, after, events });
        await beside?.(trx, before);
        if (isReplyOver) await dropPartialReplies(trx, this.owned);
        if (isCut) await writeSnapshot(trx, this.owned.person, after);
      });
    } catch (error) {
      if (error instanceof AppError && error.kind === 'store-failed') {
        if (error.detail.reason === 'lease-lost') this.#lose();
        else this.#compareWithLog();
      }
      throw error;
    }
    this.#lease = lease;
    if (events.length === 0) return;
    this.#state = after;
    this.#lastAt = events.at(-1)?.at ?? this.#lastAt;
    if (isCut) this.#snapshotSeq = after.head;
    for (const event of events) {
      if (event.type === 'chat_message') this.#openTexts.drop(event.message.id);
      this.#tell(frameOf(toClientEvent(event)));
    }
    const { session, mode } = after;
    const details = domains[mode]?.summary?.(after.modes[mode] as object);
    publishSummary(this.owned.person, { ...toSummary({ id: session, mode, ...summary }), ...(details && { details }) });
    this.react();
  }

  #lose(): void {
    if (this.isClosed) return;
    this.#closing.abort();
    this.#onLost(this, [...this.#subscribers]);
  }

  /** A commit whose answer was lost may be in the log all the same. Then this object is behind it, and is replaced. */
  #compareWithLog(): void {
    if (this.#isComparing) return;
    this.#isComparing = true;
    const compare = async () => {
      const head = await this.#spine.database.write((trx) => lockHead(trx, this.owned));
      if (head !== this.#state.head) this.#lose();
    };
    void insist(() => this.#enqueue(compare), this.#closing.signal)
      .catch(() => undefined)
      .finally(() => (this.#isComparing = false));
  }

  #showWait(messageId: string, { retryInMs, reason }: ReplyWait): void {
    const { session } = this.owned;
    const frame = frameOf({ type: 'reply_waiting', session, messageId, retryInMs, reason });
    for (const subscriber of this.#subscribers) subscriber.chunk(frame);
  }

  #tell(frame: string): void {
    for (const subscriber of this.#subscribers) subscriber.event(frame);
  }
}
