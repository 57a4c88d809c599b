import type { SpokenMessage } from '#session/domain/spoken.ts';

import type { Point } from '../../../evaluator/domain/evaluation.ts';
import type { Begun, Probe, TutorRequest } from '../tutor-request.ts';
import { type Heard, isGermanSet, NO_GUIDANCE } from './guidance.ts';
import { saysAllOf } from './leak.ts';
import { asked, named, openQuestions, questionsFor, type Setting } from './openings.ts';
import { freshest, freshestFirst } from './phrases.ts';
import { english } from './words/english.ts';
import { german } from './words/german.ts';
import { fill, type Words } from './words/words.ts';

/** A tutor reply without a model. Equal requests get equal replies. */
export function composeReply(request: TutorRequest): string {
  const guidance = request.guidance ?? NO_GUIDANCE;
  const words = guidance.isGerman ? german : english;
  if (request.begun) return goOn(request, { begun: request.begun, words });
  const { title, missing, history, tell, probe } = request;
  const told = tell ? tellingOf(tell, { words, history }) : '';
  const acknowledgement = acknowledgementOf(request, { heard: guidance.heard, words });
  if (!probe) return paragraphs([acknowledgement, told, closingAfter(history, words)]);
  const subject = request.newSubject === undefined ? '' : named(request.newSubject, words);
  const turned = subject === '' ? '' : `${fill(words.newSubject, subject)} `;
  const question = turned + questionWithoutLeak(probe, { setting: { title, words, guidance, missing }, history });
  const isFree = told !== '' || !saysAllOf(`${acknowledgement} ${question}`, probe.point.text);
  const first = isFree ? acknowledgement : '';
  return told === '' ? [first, question].filter((part) => part !== '').join(' ') : paragraphs([first, told, question]);
}

/**
 * Continues a reply behind words already shown: with the rest of the same reply, or with a question that contains no
 * word of any point.
 */
function goOn(request: TutorRequest, { begun, words }: { readonly begun: Begun; readonly words: Words }): string {
  const { words: shown, because, told } = begun;
  const whole = because === 'limit' ? composeReply({ ...request, tell: told ?? request.tell, begun: null }) : '';
  if (shown !== '' && whole.startsWith(shown)) return whole.slice(shown.length);
  const gap = shown === '' || /\s$/u.test(shown) ? '' : ' ';
  return `${gap}${words.lastResorts[0] ?? ''}`;
}

/** The first message of a session. */
export function composeOpening(input: {
  readonly title: string;
  readonly total: number;
  readonly probe: Probe;
  /** They show the language of the set. */
  readonly points?: readonly Point[];
}): string {
  const { title, total, probe } = input;
  const { point } = probe;
  const words = isGermanSet(title, input.points ?? [point]) ? german : english;
  const { opening } = words;
  const set = named(title, words) || words.thisSet;
  const heading = named(point.context, words);
  const first = [...(heading === '' ? [] : [fill(opening.heading, heading)]), opening.first];
  const leads = [total === 1 ? fill(opening.one, set) : fill(opening.many, String(total), set), opening.plain, ''];
  const openings = leads.flatMap((lead) => first.map((question) => `${lead} ${question}`.trim()));
  return firstWithoutLeak([...openings, ...words.lastResorts], point);
}

/** A point, told. */
export function tellingOf(
  point: Point,
  { words = english, history = [] }: { readonly words?: Words; readonly history?: readonly SpokenMessage[] } = {},
): string {
  const text = point.text.trim();
  const phrase = freshest(words.told, history);
  return text.includes('\n') ? fill(phrase.replace(' {}', '\n\n{}'), text) : fill(phrase, text);
}

function closingAfter(history: readonly SpokenMessage[], { closings }: Words): string {
  const said = lastOf(history);
  return freshestFirst(closings, history).find((closing) => !said.endsWith(closing)) ?? '';
}

function lastOf(history: readonly SpokenMessage[]): string {
  return history.findLast((message) => message.author === 'assistant')?.content ?? '';
}

interface Asking {
  readonly setting: Setting;
  readonly history: readonly SpokenMessage[];
}

/** The wording not said for longest, and never the one that ended the previous message. */
function questionWithoutLeak(probe: Probe, { setting, history }: Asking): string {
  const said = lastOf(history);
  const groups = [...questionsFor(probe, setting), openQuestions('', setting)];
  const candidates = groups.flatMap((group) =>
    freshestFirst(
      group.map(({ phrase }) => phrase),
      history,
    ).flatMap((phrase) => group.find((question) => question.phrase === phrase) ?? []),
  );
  const questions = candidates.map(asked);
  const fresh = questions.filter((question) => !said.endsWith(question));
  return firstWithoutLeak([...fresh, ...questions, ...setting.words.lastResorts], probe.point);
}

function firstWithoutLeak(candidates: readonly string[], point: Point): string {
  return candidates.find((candidate) => !saysAllOf(candidate, point.text)) ?? '…?';
}

function paragraphs(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

interface Acknowledged {
  readonly heard: Heard;
  readonly words: Words;
}

/** The first words of a reply: whether the last message was it, part of it or not it. May be empty. */
function acknowledgementOf(request: TutorRequest, { heard, words }: Acknowledged): string {
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
