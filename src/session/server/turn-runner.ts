import { assert } from '#kernel/assert.ts';
import { AppError } from '#wire/error-kind.ts';

import type { InternalCommand } from '../domain/command.ts';
import { foldMessages } from '../domain/messages.ts';
import { nextPreparation } from '../domain/next-preparation.ts';
import { TRUNK } from '../domain/thread.ts';
import type { Message, ModeId, SessionState } from '../protocol.ts';
import type { Spine } from './dependencies.ts';
import { type Owned, readEvents } from './log.ts';
import type { ModeServer, ReplyWait } from './mode-server.ts';
import { keepPartialReply } from './partial-reply.ts';
import { ReplyStream } from './reply-stream.ts';
import { frameOf } from './subscriber.ts';

const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 10_000;

/** The session that a runner works for. */
export interface TurnHost {
  readonly owned: Owned;
  readonly spine: Spine;
  /** Aborted when the session leaves memory. */
  readonly closing: AbortSignal;
  readonly state: () => SessionState;
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
  #preparing: { messageId: string } | null = null;
  #preparation: Promise<void> = Promise.resolve();

  constructor(host: TurnHost) {
    this.#host = host;
  }

  get stream(): ReplyStream | null {
    return this.#stream;
  }

  get isPreparing(): boolean {
    return this.#preparing !== null;
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

  /** Goes on with what the state says is under way; ends what it does not. */
  react(): void {
    const { spine, closing } = this.#host;
    const state = this.#host.state();
    const { turn } = state;
    if (this.#stream && this.#stream.messageId !== turn?.replyId) {
      this.#stream.end();
      this.#stream = null;
    }
    if (closing.aborted) return;
    if (turn && turn.replyId !== null) {
      if (!this.#stream) this.#reply(turn.replyId, turn.messageId);
      return;
    }
    const next = nextPreparation(state, spine.domains);
    if (next && this.#preparing?.messageId !== next.messageId) this.#prepare(next.messageId, next.mode);
  }

  /** Ends the reply under way and keeps the words of it that were shown: the next process shows it as interrupted. */
  async close(): Promise<void> {
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
    const own = { messageId };
    this.#preparing = own;
    this.#preparation = this.#preparation.then(async () => {
      try {
        const result = await this.#mode(mode).prepare(this.#host.state(), {
          person: this.#host.owned.person,
          signal: this.#host.closing,
        });
        await this.#insist({ type: 'record_preparation', messageId, mode, result });
      } catch (error) {
        await this.#interrupt(messageId, { content: '' }, error);
      } finally {
        if (this.#preparing === own) this.#preparing = null;
      }
    });
  }

  #reply(messageId: string, replyTo: string): void {
    const stream = new ReplyStream(messageId, {
      keep: (text) => this.#keep(messageId, text),
      show: (offset, text) => this.#host.showChunk(this.#chunkFrame(messageId, offset, text)),
    });
    this.#stream = stream;
    void this.#run(stream, replyTo);
  }

  async #run(stream: ReplyStream, replyTo: string): Promise<void> {
    const { messageId, signal } = stream;
    let agent: string | undefined;
    const announce = (name: string) => void (agent = name);
    try {
      const state = this.#host.state();
      assert(state.turn, 'a reply belongs to a turn');
      const readThread = (thread: string) => this.#readThread(thread);
      const showWait = (wait: ReplyWait) => this.#host.showChunk(this.#waitFrame(messageId, wait));
      const work = { person: this.#host.owned.person, signal, readThread, announce, showWait };
      for await (const piece of this.#mode(state.turn.mode).reply(state, work)) {
        if (signal.aborted) return;
        stream.add(piece);
      }
      if (signal.aborted) return;
      assert(stream.text !== '', 'a reply has words');
      await this.#insist({ type: 'complete_reply', messageId, content: stream.text, ...said(agent) });
    } catch (error) {
      if (!signal.aborted) await this.#interrupt(replyTo, { content: stream.text, ...said(agent) }, error);
    }
  }

  /** From memory where that holds all of it, else from the log. */
  async #readThread(thread: string): Promise<readonly Message[]> {
    const { owned, spine } = this.#host;
    const { messages, messageCount } = this.#host.state();
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

  #waitFrame(messageId: string, { retryInMs, reason }: ReplyWait): string {
    return frameOf({ type: 'reply_waiting', session: this.#host.owned.session, messageId, retryInMs, reason });
  }

  #chunkFrame(messageId: string, offset: number, text: string): string {
    const thread = this.#host.state().turn?.thread ?? TRUNK;
    return frameOf({ type: 'assistant_chunk', session: this.#host.owned.session, messageId, thread, offset, text });
  }
}

function said(agent: string | undefined): { agent?: string } {
  return agent === undefined ? {} : { agent };
}
