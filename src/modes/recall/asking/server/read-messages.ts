import { entryOf } from '#kernel/entries.ts';
import { ModelFailure, type ModelFailureKind } from '#language-model/server/model-failure.ts';
import { spokenMessages } from '#session/domain/spoken.ts';
import { TRUNK } from '#session/domain/thread.ts';
import type { Problem, SessionState } from '#session/protocol.ts';
import { AppError } from '#wire/error-kind.ts';

import { type Evaluation, EXCERPT_MESSAGES, type Point } from '../../evaluator/domain/evaluation.ts';
import type { Evaluator, ShowWait } from '../../evaluator/server/evaluator.ts';
import { creditable } from '../domain/credit.ts';
import { waitWithoutSecrets } from '../domain/problems.ts';
import { type PreparedReading, type RecallState, unchecked } from '../domain/recall-state.ts';

export const EVALUATION_TIMEOUT_MS = 10_000;
/** Time reserved for an attempt itself, in ms. */
const ANSWER_MS = 2_000;

const NOTHING_TO_READ: Evaluation = { feedback: '', verdicts: [] };

interface Reader {
  /** The message to evaluate, with or without a reply to follow. */
  readonly messageId: string;
  readonly state: RecallState;
  readonly evaluator: Evaluator;
  /** Evaluates at once if the evaluator's provider cannot be used. */
  readonly evaluatorInstead?: Evaluator | undefined;
  readonly signal: AbortSignal;
  /** Default: ten seconds. */
  readonly timeoutMs?: number;
  readonly showWait?: ShowWait;
}

/**
 * Evaluates a message, and before it all earlier messages not evaluated yet, each with one call against the points
 * unchecked by then. Makes no call without unchecked points. Messages that wait for their own turn are evaluated in
 * that turn. Messages whose evaluation failed are evaluated once more beside these.
 */
export async function readMessages(
  session: SessionState,
  { messageId: last, timeoutMs = EVALUATION_TIMEOUT_MS, ...reader }: Reader,
): Promise<readonly PreparedReading[]> {
  const { state } = reader;
  const { unread: all = [], toReadAgain = [], unreadInside = [] } = state.hidden ?? {};
  // A message in a rabbit hole does not cause an evaluation of messages waiting on the trunk.
  const isInside = unreadInside.includes(last);
  const ofThread = (ids: readonly string[]) => (isInside ? ids.filter((id) => unreadInside.includes(id)) : ids);
  const unread = ofThread(all);
  const due = unread.slice(0, unread.indexOf(last) + 1);
  const again = ofThread(toReadAgain).filter((id) => !due.includes(id));
  const open = unchecked(state);
  const [repeated, readings] = await Promise.all([
    Promise.all(again.map((messageId) => readOne(session, { ...reader, messageId, open, timeoutMs }))),
    readInOrder(session, due, { ...reader, open, timeoutMs }),
  ]);
  return [...repeated, ...readings];
}

async function readInOrder(
  session: SessionState,
  due: readonly string[],
  reader: Omit<OneMessage, 'messageId'>,
): Promise<readonly PreparedReading[]> {
  const readings: PreparedReading[] = [];
  let { open } = reader;
  for (const messageId of due) {
    const reading = await readOne(session, { ...reader, messageId, open });
    readings.push(reading);
    if ('failure' in reading) continue;
    const content = session.messages.find(({ id }) => id === messageId)?.content ?? '';
    const credited = new Set(creditable(reading.evaluation, content, open).map(({ id }) => id));
    open = open.filter(({ id }) => !credited.has(id));
  }
  return readings;
}

interface OneMessage extends Reader {
  readonly open: readonly Point[];
  readonly timeoutMs: number;
}

async function readOne(session: SessionState, given: OneMessage): Promise<PreparedReading> {
  const { messageId, open, evaluator, signal, timeoutMs } = given;
  const secrets = open.map(({ text }) => text);
  const showWait: ShowWait = (wait) =>
    given.showWait?.(waitWithoutSecrets(wait, secrets, 'The evaluator’s model cannot answer yet.'));
  if (open.length === 0) return { messageId, evaluation: NOTHING_TO_READ };
  const timeout = AbortSignal.timeout(timeoutMs);
  const either = AbortSignal.any([signal, timeout]);
  const withinMs = timeoutMs - ANSWER_MS;
  const thread = threadOf(session, messageId);
  const name = thread === TRUNK ? 'recall' : 'rabbithole';
  const messages = messagesUpTo(session, messageId, thread);
  const askedId = entryOf(given.state.hidden?.answering ?? [], messageId)?.pointId ?? null;
  const askedIds = askedId === null ? [] : [askedId];
  const call = { name, session: session.session, signal: either, askedIds, withinMs, showWait } as const;
  try {
    const reading = evaluator.evaluateBatch(open, messages, call);
    const evaluation = await Promise.race([reading, abortOf(either)]);
    return { messageId, evaluation };
  } catch (error) {
    if (signal.aborted) throw error;
    if (timeout.aborted) return { messageId, failure: TOO_SLOW };
    if (!given.evaluatorInstead || !isUnusable(error)) return { messageId, failure: problemOf(error) };
    const instead = await given.evaluatorInstead.evaluateBatch(open, messages, { ...call, signal });
    return { messageId, evaluation: instead, instead: { ...error.instead, reason: error.failure } };
  }
}

/** Failures of one answer: another attempt can succeed. All others concern the provider, the key or the model. */
const OF_ONE_ANSWER: readonly ModelFailureKind[] = ['stalled', 'cut', 'malformed', 'refused'];

function isUnusable(error: unknown): error is ModelFailure {
  return error instanceof ModelFailure && !OF_ONE_ANSWER.includes(error.failure);
}

function threadOf({ messages }: SessionState, messageId: string): string {
  return messages.find(({ id }) => id === messageId)?.thread ?? TRUNK;
}

/** Only messages of the same thread: the trunk and a rabbit hole are no context for each other. */
function messagesUpTo({ messages }: SessionState, messageId: string, thread: string) {
  const said = messages.findIndex(({ id }) => id === messageId);
  const before = messages.slice(0, said + 1).filter((message) => message.thread === thread);
  return spokenMessages(before).slice(-EXCERPT_MESSAGES);
}

const TOO_SLOW: Problem = {
  message: 'The evaluator took longer than ten seconds.',
  remedy: 'Go on; if it stays that slow, choose a faster model for it in Settings.',
};

function problemOf(error: unknown): Problem {
  const isKnown = error instanceof AppError;
  return {
    message: isKnown ? error.message : 'The evaluator failed.',
    remedy: (isKnown ? error.detail.remedy : undefined) ?? 'Go on.',
    ...(isKnown && error.detail.reason !== undefined && { reason: error.detail.reason }),
  };
}

function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => reject(new Error('The evaluator was stopped.'));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
