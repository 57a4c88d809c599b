import { ModelFailure } from '#language-model/server/model-failure.ts';

import type { TutorRequest } from '../domain/tutor-request.ts';
import type { Tutor, TutorCall } from './tutor.ts';

/** The tutor that finishes a reply if the first one's model fails. */
export interface TutorInstead {
  readonly tutor: Tutor;
  /** Called once per reply, before the first words of this tutor. `hasWords`: the first tutor had begun to answer. */
  readonly onFailure: (failure: ModelFailure, hasWords: boolean) => void;
}

interface Asked {
  readonly request: TutorRequest;
  readonly call: TutorCall;
  readonly instead?: TutorInstead | undefined;
  /** Whether the words of the reply so far tell the point that the request wants told. */
  readonly isTold: (words: string) => boolean;
}

/** A tutor's reply. If its model fails before or in the middle of it, the other tutor finishes it in a new paragraph. */
export async function* finishedReply(tutor: Tutor, { request, call, instead, isTold }: Asked): AsyncIterable<string> {
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

/** The rest of a reply that has begun: what is still to be told, and the question. */
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
