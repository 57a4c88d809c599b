import { setImmediate } from 'node:timers/promises';

import { assert } from '#kernel/assert.ts';
import { AppError } from '#wire/error-kind.ts';

import type { InternalCommand } from '../../domain/command.ts';
import { foldMessages } from '../../domain/messages.ts';
import { nextPreparation } from '../../domain/next-preparation.ts';
import { TRUNK } from '../../domain/thread.ts';
import type { Message, ModeId, SessionState } from '../../protocol.ts';
import { frameOf } from '../connection/subscriber.ts';
import type { Spine } from '../dependencies.ts';
import { type Owned, readEvents } from '../log/log.ts';
import { keepPartialReply } from '../log/partial-reply.ts';
import type { ModeServer, ReplyWait } from '../mode-server.ts';
import { ReplyStream } from './reply-stream.ts';

const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 10_000;

/** The session that a runner works for. */
export interface TurnHost {
  readonly owned: Owned;
  readonly spine: Spine;
  /** Aborted when the session leaves memory. */
  readonly closing: AbortSignal;
  readonly state: () => SessionState;
  /** The mode on top is about to be left: nothing in it is answered any more. */
  readonly isLeaving: () => boolean;
  readonly submit: (command: InternalCommand) => Promise<void>;
  readonly showChunk: (frame: string) => void;
}

/**
 * Does what the state says is under way: prepares an answer, then streams it. What it comes to goes back through the
 * mailbox as a command; nothing of it lives on here that the state does not tell again after a crash.
 */
export class TurnRunner {
  readonly #host: TurnHost;
  #stream: ReplyStream | null = null;
  /** A reply that a commit under way begins: nothing of it is given out before that is on disk. */
  #anticipated: ReplyStream | null = null;
  readonly #preparing = new Set<string>();
  /** By mode, the message that was looked at last: each is looked at once. */
  readonly #observed = new Map<string, string>();
  #looking = 0;
  #preparation: Promise<void> = Promise.resolve();

  constructor(host: TurnHost) {
    this.#host = host;
  }

  get stream(): ReplyStream | null {
    return this.#stream;
  }

  /** Something is read, or looked at. */
  get isBusy(): boolean {
    return this.#preparing.size > 0 || this.#looking > 0;
  }

  /** Resolves once the preparation under way is recorded. */
  get preparation(): Promise<void> {
    return this.#preparation;
  }

  /** All of the reply under way, as one chunk from its beginning; null where there is none. */
  textFrame(): string | null {
    const stream = this.#stream;
    return stream && stream.text !== '' ? this.#chunkFrame(stream.messageId, 0, stream.text) : null;
  }

  /**
   * Begins the reply that a state begins which is being written, so that the tutor is asked while the disk works. Held
   * until `react` finds that state, or `forgo` is told that it never came to be. Says whether there is one to begin.
   */
  anticipate(state: SessionState): boolean {
    const { turn, messages, messageCount } = state;
    if (!turn || turn.replyId === null || this.#host.closing.aborted) return false;
    if (this.#stream?.messageId === turn.replyId || messages.length < messageCount) return false;
    this.#anticipated = this.#reply(turn.replyId, state);
    this.#anticipated.hold();
    return true;
  }

  forgo(): void {
    this.#anticipated?.end();
    this.#anticipated = null;
  }

  /** Goes on with what the state says is under way; ends what it does not. */
  react(): void {
    const { spine, closing, isLeaving } = this.#host;
    const state = this.#host.state();
    const { turn } = state;
    if (this.#stream && this.#stream.messageId !== turn?.replyId) {
      this.#stream.end();
      this.#stream = null;
    }
    const begun = this.#anticipated?.messageId === turn?.replyId ? this.#anticipated : null;
    if (begun && !closing.aborted) this.#anticipated = null;
    this.forgo();
    if (closing.aborted) return;
    if (turn && turn.replyId !== null) {
      this.#stream ??= begun ?? this.#reply(turn.replyId, state);
      begun?.release();
    }
    const next = nextPreparation(state, spine.domains, isLeaving());
    if (next && !this.#preparing.has(next.messageId)) this.#prepare(next.messageId, next.mode);
    this.#observe(state);
  }

  /** Ends the reply under way and keeps the words of it that were shown: the next process shows it as interrupted. */
  async close(): Promise<void> {
    this.forgo();
    const stream = this.#stream;
    stream?.end();
    if (stream && stream.text !== '') await this.#keep(stream.messageId, stream.text).catch(() => undefined);
  }

  #mode(id: ModeId): ModeServer {
    const mode = this.#host.spine.modes[id];
    assert(mode, 'every active mode is registered');
    return mode;
  }

  /** One preparation at a time: the next one begins from what this one has recorded. */
  #prepare(messageId: string, mode: ModeId): void {
    this.#preparing.add(messageId);
    this.#preparation = this.#preparation.then(async () => {
      try {
        const result = await this.#mode(mode).prepare(this.#host.state(), {
          person: this.#host.owned.person,
          messageId,
          signal: this.#host.closing,
          showWait: (wait) => this.#showWait(messageId, wait),
        });
        await this.#insist({ type: 'record_preparation', messageId, mode, result });
      } catch (error) {
        await this.#interrupt(messageId, { content: '' }, error);
      } finally {
        this.#preparing.delete(messageId);
      }
    });
  }

  /** Beside whatever is under way: nothing waits for it. */
  #observe(state: SessionState): void {
    const { domains, modes } = this.#host.spine;
    for (const mode of Object.keys(state.modes) as ModeId[]) {
      const messageId = domains[mode]?.toObserve?.(state, state.modes[mode] as object) ?? null;
      if (messageId === null || this.#observed.get(mode) === messageId || !modes[mode]?.observe) continue;
      this.#observed.set(mode, messageId);
      void this.#look(mode, messageId);
    }
  }

  async #look(mode: ModeId, messageId: string): Promise<void> {
    const { closing, owned, spine, state, submit } = this.#host;
    this.#looking += 1;
    try {
      const result = await this.#mode(mode).observe?.(state(), { person: owned.person, messageId, signal: closing });
      await submit({ type: 'record_observation', messageId, mode, result });
    } catch (error) {
      if (!closing.aborted) spine.log.error(`A message of session ${owned.session} could not be looked at`, error);
    } finally {
      this.#looking -= 1;
    }
  }

  #reply(messageId: string, state: SessionState): ReplyStream {
    const stream = new ReplyStream(messageId, {
      keep: (text) => this.#keep(messageId, text),
      show: (offset, text) => this.#host.showChunk(this.#chunkFrame(messageId, offset, text)),
    });
    void this.#run(stream, state);
    return stream;
  }

  async #run(stream: ReplyStream, state: SessionState): Promise<void> {
    const { messageId, signal } = stream;
    const { turn } = state;
    assert(turn, 'a reply belongs to a turn');
    let agent: string | undefined;
    const announce = (name: string) => void (agent = name);
    try {
      const readThread = (thread: string) => this.#readThread(state, thread);
      const showWait = (wait: ReplyWait) =>
        void stream.whenFree().then(() => {
          if (!signal.aborted) this.#showWait(messageId, wait);
        });
      const work = { person: this.#host.owned.person, signal, readThread, announce, showWait };
      for await (const piece of this.#mode(turn.mode).reply(state, work)) {
        if (signal.aborted) return;
        stream.add(piece);
      }
      await stream.whenFree();
      // The last words are on their way before what follows from them is worked out.
      await setImmediate();
      if (signal.aborted) return;
      assert(stream.text !== '', 'a reply has words');
      await this.#insist({ type: 'complete_reply', messageId, content: stream.text, ...said(agent) });
    } catch (error) {
      await stream.whenFree();
      if (!signal.aborted) await this.#interrupt(turn.messageId, { content: stream.text, ...said(agent) }, error);
    }
  }

  /** From memory where that holds all of it, else from the log. */
  async #readThread({ messages, messageCount }: SessionState, thread: string): Promise<readonly Message[]> {
    const { owned, spine } = this.#host;
    const isWhole = messages.length === messageCount;
    const events = isWhole ? [] : await readEvents(spine.database.read, owned, { after: 0 });
    const all = isWhole
      ? messages
      : events.reduce<readonly Message[]>((before, event) => foldMessages(before, event), []);
    return all.filter((message) => message.thread === thread);
  }

  async #interrupt(replyTo: string, shown: { content: string; agent?: string }, error: unknown): Promise<void> {
    const { closing, owned, spine } = this.#host;
    if (closing.aborted) return;
    const known = error instanceof AppError ? error : null;
    const reason = known?.kind === 'reply-cut' ? 'limit' : 'failed';
    if (reason === 'failed') spine.log.error(`The reply in session ${owned.session} failed`, error);
    const problem = {
      message: known?.message ?? 'The reply could not be written.',
      remedy: known?.detail.remedy ?? 'Retry, or say something else. Nothing you wrote is lost.',
      ...(known?.detail.reason !== undefined && { reason: known.detail.reason }),
    };
    await this.#insist({ type: 'interrupt_reply', replyTo, ...shown, reason, problem }).catch(() => undefined);
  }

  async #keep(messageId: string, text: string): Promise<void> {
    const { owned, spine } = this.#host;
    const at = spine.now();
    await spine.database.write((trx) => keepPartialReply(trx, { ...owned, messageId }, { text, at }));
  }

  /** A report that the store cannot take now is brought again until it can: nobody else would. */
  async #insist(command: InternalCommand): Promise<void> {
    for (let wait = FIRST_RETRY_MS; ; wait = Math.min(2 * wait, LAST_RETRY_MS)) {
      try {
        await this.#host.submit(command);
        return;
      } catch (error) {
        const isStore = error instanceof AppError && (error.kind === 'disk-full' || error.kind === 'store-failed');
        if (this.#host.closing.aborted || !isStore) throw error;
        await new Promise((resolve) => setTimeout(resolve, wait).unref());
      }
    }
  }

  #showWait(messageId: string, { retryInMs, reason }: ReplyWait): void {
    const { session } = this.#host.owned;
    this.#host.showChunk(frameOf({ type: 'reply_waiting', session, messageId, retryInMs, reason }));
  }

  #chunkFrame(messageId: string, offset: number, text: string): string {
    const thread = this.#host.state().turn?.thread ?? TRUNK;
    return frameOf({ type: 'assistant_chunk', session: this.#host.owned.session, messageId, thread, offset, text });
  }
}

function said(agent: string | undefined): { agent?: string } {
  return agent === undefined ? {} : { agent };
}
