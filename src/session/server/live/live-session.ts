import type { Transaction } from 'kysely';

import { assert } from '#kernel/assert.ts';
import { AppError } from '#wire/error-kind.ts';
import { MAX_REPLAYED_EVENTS } from '#wire/limits.ts';
import type { SessionCommand } from '#wire/up.ts';

import type { Command, InternalCommand } from '../../domain/command.ts';
import { decide } from '../../domain/decide.ts';
import { record } from '../../domain/deciding/decision-context.ts';
import { type EventBody, type SessionEvent, toClientEvent } from '../../domain/event.ts';
import { toClientState } from '../../domain/fold.ts';
import { nextPreparation, unprepared, unpreparedInside } from '../../domain/next-preparation.ts';
import type { SessionState } from '../../protocol.ts';
import { toErrorMessage } from '../connection/answers.ts';
import { frameOf, type Subscriber } from '../connection/subscriber.ts';
import type { Spine } from '../dependencies.ts';
import { appendEvents, type Lease, type Owned, readEvents, SNAPSHOT_EVERY, writeSnapshot } from '../log/log.ts';
import { dropPartialReplies } from '../log/partial-reply.ts';
import { type Answer, type Answered, AnsweredBefore, findAnswer, storeAnswer } from '../log/stored-answer.ts';
import { summaryColumns, toSummary } from '../log/summary.ts';
import type { SessionTables } from '../tables.ts';
import { TurnRunner } from './turn-runner.ts';

export interface Loaded extends Owned {
  readonly state: SessionState;
  readonly lease: Lease;
  /** The seq of the stored snapshot, 0 without one. */
  readonly snapshotSeq: number;
}

/** Whoever returns does not wait longer than this for what was said to be read. */
const LONGEST_READING_MS = 10_000;

/** What waits for something to be read first. */
type Ending = 'ends' | 'leaves';

type Beside = (trx: Transaction<SessionTables>, before: SessionState) => Promise<void>;

/** What is written together with events. */
interface Companions {
  readonly answered?: Answered;
  readonly beside?: Beside;
}

/**
 * One session in memory: its mailbox, its state, its readers and the turn under way. Commands pass one at a time:
 * decide, append in one transaction, and only then fold, tell the readers and react. What to do next is read off the
 * state, never kept in a queue: a session that is loaded after a crash goes on by the same rule.
 */
export class LiveSession {
  readonly owned: Owned;
  readonly #spine: Spine;
  readonly #lease: Lease;
  readonly #subscribers = new Set<Subscriber>();
  #state: SessionState;
  #snapshotSeq: number;
  #mailbox: Promise<unknown> = Promise.resolve();
  #queued = 0;
  /** The last commit came to nothing. */
  #hasFailed = false;
  /** So many commands leave the mode on top, or end the session, once something is read. */
  #leaving = 0;
  readonly #turns: TurnRunner;
  readonly #closing = new AbortController();
  lastUsedAt: number;

  constructor(spine: Spine, loaded: Loaded) {
    this.#spine = spine;
    this.owned = { person: loaded.person, session: loaded.session };
    this.#state = loaded.state;
    this.#lease = loaded.lease;
    this.#snapshotSeq = loaded.snapshotSeq;
    this.lastUsedAt = spine.now();
    this.#turns = new TurnRunner({
      owned: this.owned,
      spine,
      closing: this.#closing.signal,
      state: () => this.#state,
      isLeaving: () => this.#leaving > 0,
      submit: (command) => this.submit(command),
      showChunk: (frame) => this.#subscribers.forEach((subscriber) => subscriber.chunk(frame)),
    });
  }

  get state(): SessionState {
    return this.#state;
  }

  get isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Somebody has it before them. */
  get isRead(): boolean {
    return this.#subscribers.size > 0;
  }

  /** Nobody reads it and nothing in it is under way: it can leave memory, the log has all of it. */
  get isIdle(): boolean {
    return !this.isRead && this.isSettled;
  }

  /** Nothing that was said waits for an answer, to be read, or to be looked at. */
  get isSettled(): boolean {
    return this.#queued === 0 && this.#state.turn === null && !this.#turns.isBusy;
  }

  /** Does what a client asks, or says why not; a resend gets the answer that the first one got. */
  async execute(command: SessionCommand): Promise<Answer> {
    const answer = await this.#enqueue(() => this.#answer(command, { mayLeaveUnread: false }));
    if (typeof answer === 'object') return answer;
    this.#leaving += 1;
    try {
      // What is sent again may cut nothing that has begun since.
      const { person } = this.owned;
      const earlier = await findAnswer(this.#spine.database.read, { person, id: command.id });
      if (earlier) return earlier;
      await this.#readBefore(answer);
      return await this.#enqueue(async () => {
        const second = await this.#answer(command, { mayLeaveUnread: true });
        assert(typeof second === 'object', 'a command is answered at the second try');
        return second;
      });
    } finally {
      this.#leaving -= 1;
      // What was not answered meanwhile is, where nothing was left. Not beside a commit: that may have begun a reply.
      void this.#enqueue(() => Promise.resolve(this.react())).catch(() => undefined);
    }
  }

  /** What it would do to a session, or to a mode inside it, in which something was not read yet, unless that may stay so. */
  async #answer(command: SessionCommand, { mayLeaveUnread }: { mayLeaveUnread: boolean }): Promise<Answer | Ending> {
    const { person, session } = this.owned;
    const decision = this.#decide(command);
    const events = decision.ok ? this.#place(decision.events) : [];
    const isEnd = events.some(({ type }) => type === 'session_complete');
    const isLeaving = decision.ok && decision.follows === 'leave-mode';
    if (isEnd && !mayLeaveUnread && unprepared(this.#state, this.#spine.domains)) return 'ends';
    if (isLeaving && !mayLeaveUnread && unpreparedInside(this.#state, this.#spine.domains)) return 'leaves';
    // What is decided on is what was shown: no more is, until the decision is on disk or has failed.
    const stream = events.some(({ type }) => type === 'assistant_interrupted') ? this.#turns.stream : null;
    stream?.hold();
    try {
      const seq = this.#state.head + events.length;
      const answer: Answer = decision.ok
        ? { type: 'accepted', id: command.id, session, seq }
        : toErrorMessage(new AppError('refused', decision.message, { reason: decision.reason }), command);
      await this.#commit(events, { answered: { person, session, id: command.id, answer, at: this.#spine.now() } });
      return answer;
    } catch (error) {
      if (error instanceof AnsweredBefore) return error.answer;
      throw error;
    } finally {
      stream?.release();
    }
  }

  /**
   * Before a session ends, whatever was said in it is read: it counts, and nothing comes after the end. Before a mode
   * inside it is left, whatever was said there and can be read in a while: the rest is read after that.
   */
  async #readBefore(ending: Ending): Promise<void> {
    await this.#mailbox;
    const { domains, now } = this.#spine;
    const until = now() + LONGEST_READING_MS;
    // Every round reads at least one message, or leaves a mode: so there are no more of them than that.
    for (let rounds = 2 * this.#state.messages.length + 4; rounds > 0; rounds -= 1) {
      const { turn, status, stack } = this.#state;
      if (this.isClosed || status === 'complete' || !unprepared(this.#state, domains)) return;
      const isInside = unpreparedInside(this.#state, domains) !== null;
      if (ending === 'leaves' && (!isInside || now() >= until)) return;
      const isNext = nextPreparation(this.#state, domains, true) !== null;
      if (!isInside && stack.length > 1) await this.#submitHeld(() => ({ type: 'leave_for_end' }));
      // A reply under way holds up what was said after it: it is cut here as the end would cut it.
      else if (!isNext && turn && turn.replyId !== null)
        await this.#submitHeld((content) => ({
          type: 'interrupt_reply',
          replyTo: turn.messageId,
          content,
          reason: 'stopped',
        }));
      await (ending === 'leaves' ? within(this.#turns.preparation, until - now()) : this.#turns.preparation);
    }
  }

  /** Submits what cuts the reply under way: it decides on exactly what was shown of it. */
  async #submitHeld(command: (shown: string) => InternalCommand): Promise<void> {
    const { stream } = this.#turns;
    stream?.hold();
    await this.submit(command(stream?.text ?? '')).finally(() => stream?.release());
  }

  /**
   * Records what a reaction came to. A report that the state no longer wants is dropped. `beside` writes what belongs to
   * it in the same transaction, where there is anything to write.
   */
  submit(command: InternalCommand, beside?: Beside): Promise<void> {
    return this.#enqueue(async () => {
      const decision = this.#decide(command);
      if (decision.ok) await this.#commit(this.#place(decision.events), beside ? { beside } : {});
    });
  }

  /**
   * Brings a reader up to date and keeps it so: the events after `after`, or a snapshot where that is shorter, then the
   * text of the reply under way. Returns the head it starts from.
   */
  subscribe(subscriber: Subscriber, after: number | undefined): Promise<number> {
    return this.#enqueue(async () => {
      const { head } = this.#state;
      if (after !== undefined && after > head)
        throw new AppError('ahead-of-log', 'This page is ahead of the server. It will load the session again.');
      if (after === undefined || head - after > MAX_REPLAYED_EVENTS) subscriber.event(this.snapshotFrame());
      else if (after < head) {
        const missed = await readEvents(this.#spine.database.read, this.owned, { after });
        for (const event of missed) subscriber.event(frameOf(toClientEvent(event)));
      }
      const text = this.textFrame();
      if (text !== null) subscriber.chunk(text);
      this.#subscribers.add(subscriber);
      return head;
    });
  }

  unsubscribe(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber);
    this.lastUsedAt = this.#spine.now();
  }

  snapshotFrame(): string {
    const { head, session } = this.#state;
    return frameOf({ type: 'session_snapshot', session, seq: head, state: toClientState(this.#state) });
  }

  textFrame(): string | null {
    return this.#turns.textFrame();
  }

  /** Goes on with what the state says is under way. Called once after loading; every commit does it by itself. */
  react(): void {
    this.#turns.react();
  }

  /** Ends all work here, and waits for what is being written. The turn under way is found again at the next load. */
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

  #decide(command: Command) {
    const { domains, fold, now, newId } = this.#spine;
    return decide(this.#state, command, {
      modes: domains,
      fold,
      now: now(),
      newId: newId(),
      replyText: this.#turns.stream?.text ?? '',
      isLeaving: this.#leaving > 0,
    });
  }

  #place(bodies: readonly EventBody[]): SessionEvent[] {
    const now = this.#spine.now();
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
    // While the disk takes nothing, nobody is asked for what cannot be shown.
    if (!this.#hasFailed && this.#turns.anticipate(after)) await isRequested();
    try {
      await database.write(async (trx) => {
        if (answered) await storeAnswer(trx, answered);
        if (events.length === 0) return;
        await appendEvents(trx, { ...this.owned, lease: this.#lease, head: before.head, events, summary });
        for (const mode of Object.values(modes))
          await mode.record?.(trx, { person: this.owned.person, before, after, events });
        await beside?.(trx, before);
        if (isReplyOver) await dropPartialReplies(trx, this.owned);
        if (isCut) await writeSnapshot(trx, this.owned.person, after);
      });
    } catch (error) {
      this.#turns.forgo();
      this.#hasFailed = true;
      if (error instanceof AppError && error.detail.reason === 'lease-lost') this.#closing.abort();
      throw error;
    }
    this.#hasFailed = false;
    if (events.length === 0) return;
    this.#state = after;
    if (isCut) this.#snapshotSeq = after.head;
    for (const event of events) this.#tell(frameOf(toClientEvent(event)));
    const { session, mode } = after;
    publishSummary(this.owned.person, toSummary({ id: session, mode, ...summary }));
    this.react();
  }

  #tell(frame: string): void {
    for (const subscriber of this.#subscribers) subscriber.event(frame);
  }
}

/**
 * Resolves once a request that was begun before is all but sent. Node's fetch sends it with the next `setImmediate`, and so
 * does the committer begin: the one that asked first goes first, and SQLite leaves the other nothing until the disk is done.
 */
function isRequested(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}

/** Resolves with it, or once so much time has passed. */
async function within(work: Promise<void>, ms: number): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(() => late.resolve(), Math.max(0, ms));
  await Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}
