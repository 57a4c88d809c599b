import type { InternalCommand } from '../../domain/command.ts';
import { nextPreparation, unprepared, unpreparedInside } from '../../domain/next-preparation.ts';
import type { SessionState } from '../../protocol.ts';
import type { Spine } from '../dependencies.ts';
import type { TurnRunner } from './turn-runner.ts';

/** Maximum time that leaving an inner mode waits for pending evaluations. */
const MAX_EVALUATION_WAIT_MS = 10_000;

/** What a command does that has to wait for pending evaluations. */
export type Ending = 'ends' | 'leaves';

/** The session whose evaluations are waited for. */
export interface EvaluatedSession {
  readonly spine: Spine;
  readonly turns: TurnRunner;
  readonly state: () => SessionState;
  readonly isClosed: () => boolean;
  readonly submit: (command: InternalCommand) => Promise<void>;
}

/**
 * Waits for pending evaluations before a command that ends the session or leaves its top mode. Before an end every
 * message is evaluated, since nothing can follow it; this may leave inner modes and interrupt a reply. Before leaving a
 * mode the wait is limited, and the rest is evaluated afterwards.
 */
export async function finishEvaluations(session: EvaluatedSession, ending: Ending): Promise<void> {
  const { spine, turns } = session;
  const { domains, now } = spine;
  const until = now() + MAX_EVALUATION_WAIT_MS;
  // Each round evaluates a message, interrupts a reply or leaves a mode, which bounds their number.
  for (let rounds = 2 * session.state().messages.length + 4; rounds > 0; rounds -= 1) {
    const state = session.state();
    const { turn, status, stack } = state;
    if (session.isClosed() || status === 'complete' || !unprepared(state, domains)) return;
    const isInside = unpreparedInside(state, domains) !== null;
    if (ending === 'leaves' && (!isInside || now() >= until)) return;
    const isNext = nextPreparation(state, domains, true) !== null;
    if (!isInside && stack.length > 1) await submitHeld(session, () => ({ type: 'leave_for_end' }));
    // A message sent during a reply is evaluated after it, so the reply is interrupted as the end would interrupt it.
    else if (!isNext && turn && turn.replyId !== null)
      await submitHeld(session, () => ({
        type: 'interrupt_reply',
        replyTo: turn.messageId,
        content: '',
        ...turns.stream?.shown,
        reason: 'stopped',
      }));
    await (ending === 'leaves' ? within(turns.preparation, until - now()) : turns.preparation);
  }
}

/** Holds the stream while a command interrupts its reply, so that the command decides on exactly what was shown. */
async function submitHeld({ turns, submit }: EvaluatedSession, command: () => InternalCommand): Promise<void> {
  const { stream } = turns;
  stream?.hold();
  await submit(command()).finally(() => stream?.release());
}

/** Resolves with `work`, or after `ms`. */
async function within(work: Promise<void>, ms: number): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(() => late.resolve(), Math.max(0, ms));
  await Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}
