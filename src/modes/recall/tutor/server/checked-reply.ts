import { ModelFailure } from '#language-model/server/model-failure.ts';
import type { SessionState } from '#session/protocol.ts';
import { AppError } from '#wire/error-kind.ts';

import { waitWithoutSecrets, withoutSecrets } from '../../asking/domain/problems.ts';
import { type RecallState, unchecked } from '../../asking/domain/recall-state.ts';
import type { ShowWait } from '../../evaluator/server/evaluator.ts';
import { composeReply, tellingOf } from '../domain/embedded/reply.ts';
import { isGermanSet, wordsIn } from '../domain/embedded/words.ts';
import { TUTOR_RULES } from '../domain/model/rules.ts';
import { taskOf } from '../domain/model/turn-block.ts';
import { givenAwayBy, saysPoint } from '../domain/reply-check/give-away.ts';
import { guardOf } from '../domain/reply-check/guard-of-session.ts';
import { hiddenWordsOf } from '../domain/reply-check/hidden-words.ts';
import { wholeSentences } from '../domain/reply-check/whole-sentences.ts';
import type { TutorRequest } from '../domain/tutor-request.ts';
import type { Tutor, TutorCall } from './tutor.ts';

interface Turn {
  readonly session: SessionState;
  readonly state: RecallState;
  readonly request: TutorRequest;
  readonly signal: AbortSignal;
  readonly showWait?: ShowWait;
  readonly instead?: TutorInstead;
}

/**
 * A tutor's reply in a form that can be shown. The required telling comes first; if the tutor does not say it, code
 * does. Failures do not repeat open points.
 */
export async function* checkedReply(tutor: Tutor, turn: Turn): AsyncIterable<string> {
  const { session, state, request } = turn;
  const { guard, before } = guardOf(session, state, { mayTell: false });
  const tell = request.tell;
  try {
    // Code composes its replies only of words that can be shown.
    const pieces = tutor.isEmbedded
      ? tutor.reply(request, { session: session.session, signal: turn.signal })
      : withoutGiveAways(tutor, turn);
    if (!tell) yield* pieces;
    else {
      const isGerman = isGermanSet(request.title, state.hidden?.points ?? [tell]);
      const isTold = (words: string) => saysPoint(before + words, tell.id, guard);
      yield* toldFirst(pieces, { told: tellingOf(tell, wordsIn({ isGerman })), isTold });
    }
  } catch (error) {
    throw error instanceof AppError ? shownAs(error, turn) : error;
  }
}

/**
 * Holds each sentence until it ends, and compares it with the open points; passes words on at once if no point is open.
 * At a give-away, cancels the stream and generates the reply once more after the shown words; a second give-away is
 * shown, and the shown words determine what was told. A sentence that quotes hidden text is never shown, also not in
 * the second attempt.
 */
async function* withoutGiveAways(tutor: Tutor, turn: Turn): AsyncIterable<string> {
  const { session, state, request, signal } = turn;
  const { guard, before } = guardOf(session, state, { mayTell: true });
  const hiddenIn = (asked: TutorRequest) => hiddenWordsOf(request.feedback, guard.said, [TUTOR_RULES, taskOf(asked)]);
  const first = new AbortController();
  let shown = before;
  let isShut = false;
  const showSafely: ShowWait = (wait) =>
    turn.showWait?.(waitWithoutSecrets(wait, secretsOf(turn), 'The tutor’s model cannot answer yet.'));
  const call = { session: session.session, showWait: showSafely };
  const firstCall = { ...call, signal: AbortSignal.any([signal, first.signal]) };
  const isTold = (words: string) =>
    request.tell !== null && saysPoint(words, request.tell.id, guardOf(session, state, { mayTell: false }).guard);
  let failed: Tutor | undefined;
  const instead = turn.instead && {
    ...turn.instead,
    onFailure(failure: ModelFailure, hasWords: boolean) {
      failed = turn.instead?.tutor;
      turn.instead?.onFailure(failure, hasWords);
    },
  };
  const inSentences = guard.open.length === 0 ? (pieces: AsyncIterable<string>) => pieces : wholeSentences;
  const hidden = hiddenIn(request);
  for await (const sentence of inSentences(finishedReply(tutor, { request, call: firstCall, instead, isTold }))) {
    isShut = hidden.isQuotedIn(sentence, shown) || givenAwayBy(sentence, shown, guard).length > 0;
    if (isShut) {
      first.abort();
      break;
    }
    shown += sentence;
    yield sentence;
  }
  if (signal.aborted || !isShut) return;

  const begun = { words: shown, because: 'gave-away' } as const;
  const again = { ...request, tell: isTold(shown) ? null : request.tell, begun };
  const hiddenAgain = hiddenIn(again);
  const secondCall = { ...call, signal };
  const pieces = finishedReply(failed ?? tutor, { request: again, call: secondCall, instead, isTold });
  let heard = shown;
  let hasWords = false;
  for await (const sentence of inSentences(pieces)) {
    const isQuote = hiddenAgain.isQuotedIn(sentence, heard);
    heard += sentence;
    if (isQuote || (!hasWords && sentence.trim() === '')) continue;
    yield hasWords ? sentence : joined(shown, sentence);
    hasWords = true;
  }
  if (!hasWords && !signal.aborted) yield joined(shown, composeReply({ ...again, begun: null }));
}

interface Telling {
  /** The sentence that tells the point. */
  readonly told: string;
  /** Whether these words, after earlier parts of the reply, tell the point. */
  readonly isTold: (words: string) => boolean;
}

/** Maximum number of characters to wait for the required telling, in addition to twice its length. */
const MAX_WAIT_LENGTH = 600;

/** Shows nothing before the required telling, so that a person who asked to be told is told. */
async function* toldFirst(pieces: AsyncIterable<string>, { told, isTold: isSaid }: Telling): AsyncIterable<string> {
  let held = '';
  let isFree = isSaid('');
  try {
    for await (const piece of pieces) {
      if (isFree) yield piece;
      else {
        held += piece;
        isFree = isSaid(held);
        if (isFree) yield held;
        else if (held.length > MAX_WAIT_LENGTH + 2 * told.length) {
          isFree = true;
          yield saidBefore(held, told);
        }
      }
    }
  } catch (error) {
    // Shows the text so far; the telling is still owed.
    if (!isFree && held !== '') yield held;
    throw error;
  }
  if (!isFree) yield saidBefore(held, told);
}

function saidBefore(words: string, told: string): string {
  return [told, words.trimStart()].filter((part) => part !== '').join('\n\n');
}

/** The same kind of failure with words that reveal nothing hidden. */
function shownAs(error: AppError, turn: Turn): AppError {
  const problem = { message: error.message, remedy: error.detail.remedy ?? '' };
  const shown = withoutSecrets(problem, secretsOf(turn), 'The tutor’s model could not answer.');
  return shown === problem ? error : new AppError(error.kind, shown.message, { remedy: shown.remedy });
}

function secretsOf({ state, request }: Turn): readonly string[] {
  return [...unchecked(state).map(({ text }) => text), ...request.feedback.split('\n')];
}

/** Appends an ellipsis to a sentence that the tutor began and does not continue. */
function joined(before: string, words: string): string {
  if (before === '') return words.trimStart();
  const isOpen = /[\p{L}\p{M}\p{N},;:–—-]\s*$/u.test(before);
  if (isOpen && /^\s*["“„‘'«(*_]*\p{Lu}/u.test(words)) return `${/\s$/u.test(before) ? '' : ' '}… ${words.trimStart()}`;
  return /\s$/u.test(before) || /^[\s\p{P}]/u.test(words) ? words : ` ${words}`;
}

/** The tutor that finishes a reply if the first one's model fails. */
interface TutorInstead {
  readonly tutor: Tutor;
  /** Called once per reply, before the first words of this tutor. `hasWords`: the first tutor had begun to answer. */
  readonly onFailure: (failure: ModelFailure, hasWords: boolean) => void;
}

interface Asked {
  readonly request: TutorRequest;
  readonly call: TutorCall;
  readonly instead?: TutorInstead | undefined;
  /** Whether the words of the reply so far tell the point that the request requires. */
  readonly isTold: (words: string) => boolean;
}

/** A tutor's reply. If its model fails before or during the reply, the other tutor finishes it in a new paragraph. */
async function* finishedReply(tutor: Tutor, { request, call, instead, isTold }: Asked): AsyncIterable<string> {
  let words = '';
  try {
    for await (const piece of tutor.reply(request, call)) {
      words += piece;
      yield piece;
    }
  } catch (error) {
    if (!instead || !(error instanceof ModelFailure) || call.signal.aborted) throw error;
    const begun = `${request.begun?.words ?? ''}${words}`;
    instead.onFailure(error, words.trim() !== '');
    if (isQuestion(words)) return;
    if (begun.trim() === '') yield* instead.tutor.reply({ ...request, begun: null }, call);
    else {
      yield isFinished(begun) ? '\n\n' : '…\n\n';
      yield* instead.tutor.reply(questionAlone(request, isTold(begun)), call);
    }
  }
}

/** The request for the rest of a reply that has begun: the telling that is still owed, and the question. */
function questionAlone(request: TutorRequest, isToldAlready: boolean): TutorRequest {
  return {
    ...request,
    intent: 'answers',
    recalledBefore: [...request.recalledBefore, ...request.recalledNow],
    recalledNow: [],
    tell: isToldAlready ? null : request.tell,
    isNewPoint: false,
    verdictOnLast: null,
    feedback: '',
    missing: '',
    begun: null,
  };
}

function isQuestion(words: string): boolean {
  return /[?？؟]["'”’»)*_\s]*$/u.test(words);
}

function isFinished(words: string): boolean {
  return /[.!?…。！？]["'”’»)*_]*\s*$/u.test(words);
}
