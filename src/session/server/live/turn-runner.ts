import { assert } from '#kernel/assert.ts';

import { nextPreparation, preparationBelow } from '../../domain/next-preparation.ts';
import { NOTHING_SHOWN, type ShownReply } from '../../domain/parts.ts';
import { TRUNK } from '../../domain/thread.ts';
import type { MessagePart, ModeId, SessionState } from '../../protocol.ts';
import { frameOf } from '../connection/subscriber.ts';
import { storePartialReply } from '../log/partial-reply.ts';
import type { AnyModeServer } from '../mode-server.ts';
import { ReplyStream } from './reply-stream.ts';
import { retryWhileStoreFails } from './retry-while-store-fails.ts';
import { reportInterruption, runReply, type TurnHost } from './run-reply.ts';

/** Maximum time, in ms, that leaving a mode waits for pending evaluations. */
const MAX_EVALUATION_WAIT_MS = 10_000;
/** An ending stops waiting after this many preparations have failed. */
const MAX_FAILURES = 3;

/**
 * Does the work that the state says is under way: prepares messages, streams replies, and observes messages. Results
 * return through the mailbox as commands. After a crash the same state starts the same work.
 */
export class TurnRunner {
  readonly #host: TurnHost;
  #stream: ReplyStream | null = null;
  readonly #preparing = new Set<string>();
  /** Messages whose preparation began in this process. */
  readonly #begun = new Set<string>();
  /** The message that each mode observed last. */
  readonly #observed = new Map<string, string>();
  #observing = 0;
  #preparation: Promise<void> = Promise.resolve();
  #waitLimit: NodeJS.Timeout | undefined;
  /** Number of preparations that failed while the current ending waited for them. */
  #failures = 0;

  constructor(host: TurnHost) {
    this.#host = host;
  }

  get stream(): ReplyStream | null {
    return this.#stream;
  }

  /** Whether messages are being prepared or observed. */
  get isBusy(): boolean {
    return this.#preparing.size > 0 || this.#observing > 0;
  }

  /** The whole reply under way in one chunk; null while nothing is shown. */
  textFrame(): string | null {
    const stream = this.#stream;
    if (!stream || stream.isEmpty) return null;
    const { content, parts } = stream.shown;
    return this.#chunkFrame(stream.messageId, { offset: 0, text: content, parts });
  }

  /**
   * Shows the part of the reply that an earlier process stored. Nothing is added to it, and it does not begin again.
   */
  showLeft(messageId: string, shown: ShownReply): void {
    this.#stream = this.#streamOf(messageId, shown);
  }

  /** Starts the work that the state says is under way, and ends all other work. */
  react(): void {
    const { spine, closing } = this.#host;
    const state = this.#host.state();
    const { turn } = state;
    if (this.#stream && this.#stream.messageId !== turn?.replyId) {
      this.#stream.end();
      this.#stream = null;
    }
    if (closing.aborted) return;
    if (turn && turn.replyId !== null) this.#stream ??= this.#reply(turn.replyId, state);
    if (!state.ending) this.#failures = 0;
    const next = nextPreparation(state, spine.domains);
    if (next && !this.#preparing.has(next.messageId)) this.#prepare(next.messageId, next.mode);
    const below = preparationBelow(state, spine.domains);
    // Only once: after a failure the message is prepared again in its turn.
    if (below && !this.#begun.has(below.messageId)) this.#prepare(below.messageId, below.mode);
    this.#observe(state);
    this.#limitWait(state);
  }

  /** Ends the reply under way and stores the text shown: the next process marks the reply as interrupted. */
  async close(): Promise<void> {
    clearTimeout(this.#waitLimit);
    const stream = this.#stream;
    stream?.end();
    if (stream && !stream.isEmpty) await this.#store(stream.messageId, stream.shown).catch(() => undefined);
  }

  #mode(id: ModeId): AnyModeServer {
    const mode = this.#host.spine.modes[id];
    assert(mode, 'every active mode is registered');
    return mode;
  }

  /** Prepares one message at a time: each preparation begins with the state that the one before has recorded. */
  #prepare(messageId: string, mode: ModeId): void {
    const { owned, closing, spine, state, submit, showWait, threads } = this.#host;
    this.#preparing.add(messageId);
    this.#begun.add(messageId);
    this.#preparation = this.#preparation.then(async () => {
      try {
        await spine.agentQueue.turn();
        const result = await this.#mode(mode).prepare?.(state(), {
          person: owned.person,
          messageId,
          signal: closing,
          showWait: (wait) => showWait(messageId, wait),
          readThread: (thread, room) => threads.read(state(), thread, room),
        });
        await retryWhileStoreFails(() => submit({ type: 'record_preparation', messageId, mode, result }), closing);
      } catch (error) {
        await reportInterruption(this.#host, messageId, { ...NOTHING_SHOWN, error });
        if (state().ending) this.#failures += 1;
      } finally {
        this.#preparing.delete(messageId);
      }
      if (!state().ending || closing.aborted) return;
      if (this.#failures < MAX_FAILURES) this.react();
      else this.#finishEnding();
    });
  }

  /** Limits the time that leaving a mode waits for evaluations. They continue afterwards. */
  #limitWait({ ending }: SessionState): void {
    if (ending?.ends !== 'mode') {
      clearTimeout(this.#waitLimit);
      this.#waitLimit = undefined;
    } else {
      const passed = Math.max(0, this.#host.spine.now() - ending.since);
      this.#waitLimit ??= setTimeout(() => this.#finishEnding(), Math.max(0, MAX_EVALUATION_WAIT_MS - passed));
    }
  }

  #finishEnding(): void {
    const { closing, submit } = this.#host;
    void retryWhileStoreFails(() => submit({ type: 'finish_ending' }), closing).catch(() => undefined);
  }

  /** Runs beside the turn: no reply waits for it. */
  #observe(state: SessionState): void {
    const { modes } = this.#host.spine;
    for (const mode of Object.keys(state.modes)) {
      const messageId = modes[mode]?.toObserve?.(state) ?? null;
      if (messageId === null || this.#observed.get(mode) === messageId) continue;
      this.#observed.set(mode, messageId);
      void this.#observeMessage(mode, messageId);
    }
  }

  async #observeMessage(mode: ModeId, messageId: string): Promise<void> {
    const { closing, owned, spine, state, submit } = this.#host;
    this.#observing += 1;
    try {
      await spine.agentQueue.turn();
      const report = await this.#mode(mode).observe?.(state(), { person: owned.person, messageId, signal: closing });
      await submit({ type: 'mode_report', mode, report });
    } catch (error) {
      if (!closing.aborted) spine.log.error(`A message of session ${owned.session} could not be observed`, error);
    } finally {
      this.#observing -= 1;
    }
  }

  #reply(messageId: string, state: SessionState): ReplyStream {
    const stream = this.#streamOf(messageId);
    void runReply(this.#host, stream, state);
    return stream;
  }

  #streamOf(messageId: string, shown?: ShownReply): ReplyStream {
    const sinks = {
      store: (shown: ShownReply) => this.#store(messageId, shown),
      show: (offset: number, text: string, parts: readonly MessagePart[]) =>
        this.#host.showChunk(this.#chunkFrame(messageId, { offset, text, parts })),
    };
    return new ReplyStream(messageId, sinks, shown);
  }

  async #store(messageId: string, shown: ShownReply): Promise<void> {
    const { owned, spine } = this.#host;
    const at = spine.now();
    await spine.database.write((trx) => storePartialReply(trx, { ...owned, messageId }, { ...shown, at }));
  }

  #chunkFrame(messageId: string, { offset, text, parts }: Chunk): string {
    const { session } = this.#host.owned;
    const thread = this.#host.state().turn?.thread ?? TRUNK;
    const chunk = { type: 'assistant_chunk', session, messageId, thread, offset, text } as const;
    return frameOf(parts.length > 0 ? { ...chunk, parts: [...parts] } : chunk);
  }
}

interface Chunk {
  readonly offset: number;
  readonly text: string;
  readonly parts: readonly MessagePart[];
}
