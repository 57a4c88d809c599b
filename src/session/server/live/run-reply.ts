import { setImmediate } from 'node:timers/promises';

import { assert } from '#kernel/assert.ts';
import { AppError } from '#wire/error-kind.ts';

import type { InternalCommand, ModeReport } from '../../domain/command.ts';
import type { ShownReply } from '../../domain/parts.ts';
import type { InterruptReason, Problem, SessionState } from '../../protocol.ts';
import type { Spine } from '../dependencies.ts';
import type { Owned } from '../log/log.ts';
import type { ReplyWait, ReplyWork } from '../mode-server.ts';
import type { ReplyStream } from './reply-stream.ts';
import { retryWhileStoreFails } from './retry-while-store-fails.ts';
import type { ThreadReader } from './thread-reader.ts';

/** The session that turns are run for. */
export interface TurnHost {
  readonly owned: Owned;
  readonly spine: Spine;
  readonly threads: ThreadReader;
  /** Aborted when the session leaves memory. */
  readonly closing: AbortSignal;
  readonly state: () => SessionState;
  readonly submit: (command: InternalCommand | ModeReport) => Promise<void>;
  readonly showWait: (messageId: string, wait: ReplyWait) => void;
  readonly showChunk: (frame: string) => void;
}

/** Streams one reply of the turn's mode, and submits its end as a command. */
export async function runReply(host: TurnHost, stream: ReplyStream, state: SessionState): Promise<void> {
  const { owned, spine, closing } = host;
  const { messageId, signal } = stream;
  const { turn } = state;
  assert(turn, 'a reply belongs to a turn');
  let agent: { agent?: string } = {};
  const work: ReplyWork = {
    person: owned.person,
    signal,
    announce: (name) => void (agent = { agent: name }),
    readThread: (thread, room) => host.threads.read(state, thread, room),
    showWait: (wait) =>
      void stream.whenFree().then(() => (signal.aborted ? undefined : host.showWait(messageId, wait))),
  };
  try {
    const mode = spine.modes[turn.mode];
    assert(mode, 'every active mode is registered');
    await spine.agentQueue.turn();
    for await (const piece of mode.reply(state, work)) {
      if (signal.aborted) return;
      stream.add(piece);
    }
    await stream.whenFree();
    // Lets the last chunk leave before the work that completes the reply.
    await setImmediate();
    await spine.agentQueue.turn();
    if (signal.aborted) return;
    // A reply can have been set aside after its last text.
    assert(!stream.isEmpty || isSetAside(state), 'a reply has text or parts');
    const complete: InternalCommand = { type: 'complete_reply', messageId, ...stream.shown, ...agent };
    await retryWhileStoreFails(() => host.submit(complete), closing);
  } catch (error) {
    await stream.whenFree();
    if (!signal.aborted) await reportInterruption(host, turn.messageId, { ...stream.shown, ...agent, error });
  }
}

function isSetAside({ messages, turn }: SessionState): boolean {
  return messages.some(({ id, reason }) => id === turn?.continues && reason === 'set-aside');
}

export async function reportInterruption(
  { owned, spine, closing, submit }: TurnHost,
  replyTo: string,
  { error, ...shown }: ShownReply & { readonly agent?: string; readonly error: unknown },
): Promise<void> {
  if (closing.aborted) return;
  const why = interruptionOf(error);
  if (why.reason === 'failed') spine.log.error(`The reply in session ${owned.session} failed`, error);
  const interrupt: InternalCommand = { type: 'interrupt_reply', replyTo, ...shown, ...why };
  await retryWhileStoreFails(() => submit(interrupt), closing).catch(() => undefined);
}

function interruptionOf(error: unknown): { reason: InterruptReason; problem: Problem } {
  const known = error instanceof AppError ? error : null;
  return {
    reason: known?.kind === 'reply-cut' ? 'limit' : 'failed',
    problem: {
      message: known?.message ?? 'The reply could not be written.',
      remedy: known?.detail.remedy ?? 'Retry, or say something else. Nothing you wrote is lost.',
      ...(known?.detail.reason !== undefined && { reason: known.detail.reason }),
    },
  };
}
