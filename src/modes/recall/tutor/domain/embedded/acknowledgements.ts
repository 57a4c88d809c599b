import type { TutorRequest } from '../tutor-request.ts';
import type { Heard } from './guidance.ts';
import { freshest } from './phrases.ts';
import { fill, type Words } from './words/words.ts';

interface Acknowledged {
  readonly heard: Heard;
  readonly words: Words;
}

/** The first words of a reply: whether the last message was it, part of it or not it. May be empty. */
export function acknowledgementOf(request: TutorRequest, { heard, words }: Acknowledged): string {
  const { history, intent, missing, probe } = request;
  const pick = (phrases: readonly string[]): string => freshest(phrases, history);
  switch (heard.kind) {
    case 'it':
      return pick(words.it);
    case 'several':
      return pick(words.several);
    case 'other':
      return pick(words.other);
    case 'part':
      return heard.quote === '' ? pick(words.partWithoutQuote) : fill(pick(words.part), heard.quote);
    case 'unsure':
      return pick(words.unsure);
    case 'wrong':
      return pick(missing === 'a number' ? words.wrongNumber : words.wrong);
    case 'nothing':
      return pick(words.nothing);
    case 'nothing-of-it':
      return pick(words.nothingOfIt);
    case 'question':
      return request.tell ? '' : pick(words.question);
    case 'agreed':
      return pick(words.agreed);
    case 'declined':
      return pick(words.declined);
    case 'none':
      break;
  }
  if (request.tell || !probe) return '';
  if (intent === 'gives-up') return pick(words.forgotten);
  return intent === 'asks-hint' ? pick(words.hint) : '';
}
