import type { Transaction } from 'kysely';

import { AppError } from '#wire/error-kind.ts';

import type { Command } from '../../domain/command.ts';
import { decide } from '../../domain/decide.ts';
import { record } from '../../domain/deciding/decision-context.ts';
import type { EventBody, SessionEvent } from '../../domain/event.ts';
import type { Decision } from '../../domain/mode.ts';
import { NOTHING_SHOWN } from '../../domain/parts.ts';
import type { SessionState } from '../../protocol.ts';
import { toErrorMessage } from '../connection/answers.ts';
import type { Spine } from '../dependencies.ts';
import { appendEvents, type Owned, SNAPSHOT_EVERY, type SummaryColumns, writeSnapshot } from '../log/log.ts';
import { dropPartialReplies } from '../log/partial-reply.ts';
import { type Answer, type Answered, AnsweredBefore, refuseSaidBefore, storeAnswer } from '../log/stored-answer.ts';
import { summaryColumns, toSummary } from '../log/summary.ts';
import type { SessionTables } from '../tables.ts';
import type { ReplyStream } from './reply-stream.ts';

export interface Loaded extends Owned {
  readonly state: SessionState;
  /** The seq of the stored snapshot, 0 without one. */
  readonly snapshotSeq: number;
  /** The last event before damage in the log; null if it is whole. */
  readonly damagedAfter: number | null;
  readonly lastAt: number;
}

/** Writes more in the transaction that appends events. */
export type Beside = (trx: Transaction<SessionTables>, before: SessionState) => Promise<void>;

/** The names of an answer: the key that it is stored under, and the id that it repeats. */
export interface AnswerNames {
  readonly key: string;
  readonly id: string;
}

/** Rows that are written together with events. */
interface Companions {
  readonly answered?: Answered;
  readonly beside?: Beside;
}

const REPLY_ENDS: ReadonlySet<string> = new Set(['assistant_complete', 'assistant_interrupted']);

interface Committed {
  readonly spine: Spine;
  readonly stream: () => ReplyStream | null;
  /** Sends stored events to the readers. */
  readonly publish: (events: readonly SessionEvent[]) => void;
  /** Starts and ends work according to the new state. An interrupted reply shows no more text. */
  readonly react: () => void;
}

/**
 * The state of a session and the way to change it: decide, fold, append in one transaction, and only then replace the
 * state and publish the events. The caller passes one command at a time.
 */
export class SessionCommits {
  readonly #owned: Owned;
  readonly #session: Committed;
  #state: SessionState;
  #snapshotSeq: number;
  #lastAt: number;
  /** The time at which the turn under way began: with its message, or with its latest retry. */
  #turnAt: number;

  constructor({ person, session, state, snapshotSeq, lastAt }: Loaded, committed: Committed) {
    this.#owned = { person, session };
    this.#session = committed;
    this.#state = state;
    this.#snapshotSeq = snapshotSeq;
    this.#lastAt = lastAt;
    this.#turnAt = lastAt;
  }

  get state(): SessionState {
    return this.#state;
  }

  decide(command: Command): Decision {
    const { spine, stream } = this.#session;
    const { domains, fold, newId } = spine;
    return decide(this.#state, command, {
      modes: domains,
      fold,
      now: this.#now(),
      newId: newId(),
      shown: stream()?.shown ?? NOTHING_SHOWN,
    });
  }

  /** Commits a decision with its answer. A resend gets the first answer and changes nothing. */
  async answer(decision: Decision, { key, id }: AnswerNames): Promise<Answer> {
    const { session } = this.#owned;
    const seq = this.#state.head + (decision.ok ? decision.events.length : 0);
    const answer: Answer = decision.ok
      ? { type: 'accepted', id, session, seq }
      : toErrorMessage(new AppError('refused', decision.message, { reason: decision.reason }), { id, session });
    try {
      await this.commit(decision, { answered: { ...this.#owned, id: key, answer, at: this.#now() } });
      return answer;
    } catch (error) {
      if (error instanceof AnsweredBefore) return error.answer;
      throw error;
    }
  }

  async commit(decision: Decision, { answered, beside }: Companions = {}): Promise<void> {
    const events = decision.ok ? this.#place(decision.events) : [];
    if (!answered && events.length === 0) return;
    const { spine, stream } = this.#session;
    const before = this.#state;
    const after = events.reduce<SessionState>((state, event) => spine.fold(state, event), before);
    const summary = summaryColumns(after, spine.domains);
    const isCut = after.head - this.#snapshotSeq >= SNAPSHOT_EVERY;
    // Pause the stream until the commit settles, so that the decision covers exactly the text shown.
    const held = events.some(({ type }) => type === 'assistant_interrupted') ? stream() : null;
    held?.hold();
    try {
      await spine.database.write(async (trx) => {
        if (answered) await storeAnswer(trx, answered);
        // The decision itself has checked the ids of the messages that the state holds.
        if (answered && (events.length === 0 || before.messages.length < before.messageCount))
          await refuseSaidBefore(trx, answered);
        if (events.length === 0) return;
        await appendEvents(trx, { ...this.#owned, head: before.head, events, summary });
        for (const mode of Object.values(spine.modes))
          await mode.record?.(trx, { person: this.#owned.person, before, after, events });
        await beside?.(trx, before);
        if (events.some(({ type }) => REPLY_ENDS.has(type))) await dropPartialReplies(trx, this.#owned);
        if (isCut) await writeSnapshot(trx, this.#owned.person, after);
      });
      if (events.length === 0) return;
      this.#state = after;
      this.#lastAt = events.at(-1)?.at ?? this.#lastAt;
      if (isCut) this.#snapshotSeq = after.head;
      this.#publish(events, summary, before);
      if (after.turn?.messageId !== before.turn?.messageId) this.#turnAt = this.#lastAt;
      this.#session.react();
    } finally {
      held?.release();
    }
  }

  #publish(events: readonly SessionEvent[], summary: SummaryColumns, before: SessionState): void {
    const { spine, publish } = this.#session;
    const { session, mode } = this.#state;
    publish(events);
    const detailsIn = (state: SessionState) => spine.domains[mode]?.summary?.(state.modes[mode] as object).details;
    const details = detailsIn(this.#state);
    spine.publishSummary(
      this.#owned.person,
      { ...toSummary({ id: session, mode, ...summary }), ...(details && { details }) },
      { replyMs: this.#replyMs(events), detailsBefore: detailsIn(before) },
    );
  }

  /** Duration of the turn whose reply these events complete. */
  #replyMs(events: readonly SessionEvent[]): number | undefined {
    const complete = events.find(({ type }) => type === 'assistant_complete');
    return complete && complete.at - this.#turnAt;
  }

  /** Times in a log never decrease, even after a clock that was ahead. */
  #now(): number {
    return Math.max(this.#session.spine.now(), this.#lastAt);
  }

  #place(bodies: readonly EventBody[]): SessionEvent[] {
    const now = this.#now();
    const { session, head } = this.#state;
    return bodies.map((body, index) => record(body, { session, head: head + index }, now));
  }
}
