import { stemsIn } from '#text/domain/key-terms.ts';

import type { Point } from '../../../evaluator/domain/evaluation.ts';
import type { Begun, Probe, TutorRequest } from '../tutor-request.ts';
import { acknowledgementOf } from './acknowledgements.ts';
import { saysAllOf } from './leak.ts';
import { named, openQuestions, questionsFor } from './openings.ts';

const CLOSINGS = [
  'Every point has been said. Add anything you like, or finish here.',
  'That was all of it. If something more comes to mind, say it; otherwise we can finish.',
];
/** For a point whose words occur in every other question. */
const LAST_RESORTS = ['What else?', 'Go on?', '____?'];

/** A tutor reply without a model. Equal requests get equal replies. */
export function composeReply(request: TutorRequest): string {
  if (request.begun) return goOn(request, request.begun);
  const turn = request.history.length + (request.probe?.asked ?? 0) + request.recalledBefore.length;
  const told = request.tell ? tellingOf(request.tell) : '';
  const acknowledgement = acknowledgementOf(request, turn >> 1);
  const said = lastOf(request);
  if (!request.probe) return paragraphs([acknowledgement, told, closingAfter(said, turn)]);
  const turned = request.newSubject === undefined ? '' : `Now to ${named(request.newSubject)}. `;
  const question = turned + questionWithoutLeak(request, request.probe, said);
  const isFree = told !== '' || !saysAllOf(`${acknowledgement} ${question}`, request.probe.point.text);
  return told === ''
    ? [isFree ? acknowledgement : '', question].filter((part) => part !== '').join(' ')
    : paragraphs([told, question]);
}

/**
 * Continues a reply behind words already shown: with the rest of the same reply, or with a question that contains no
 * word of any point.
 */
function goOn(request: TutorRequest, { words, because, told }: Begun): string {
  const whole = because === 'limit' ? composeReply({ ...request, tell: told ?? request.tell, begun: null }) : '';
  if (words !== '' && whole.startsWith(words)) return whole.slice(words.length);
  const gap = words === '' || /\s$/u.test(words) ? '' : ' ';
  return `${gap}${LAST_RESORTS[0] ?? ''}`;
}

/** The first message of a session. */
export function composeOpening(input: {
  readonly title: string;
  readonly total: number;
  readonly probe: Probe;
}): string {
  const { point, rung } = input.probe;
  const title = named(input.title) || 'this set';
  const heading = named(point.context);
  const first =
    rung === 'open'
      ? [
          heading === '' ? 'What comes to mind first?' : `Begin with ${heading}: what do you remember there?`,
          'What comes to mind first?',
        ]
      : questionsFor(input.probe, { title: input.title, known: stemsIn([input.title, point.context]) });
  const leads = [
    input.total === 1
      ? `There is one point in ${title}. Say it in your own words.`
      : `There are ${String(input.total)} points in ${title}. Say them in your own words, in any order.`,
    'Say it in your own words.',
    '',
  ];
  const openings = leads.flatMap((lead) => first.map((question) => `${lead} ${question}`.trim()));
  return firstWithoutLeak([...openings, ...LAST_RESORTS], point);
}

/** A point, told. */
export function tellingOf(point: Point): string {
  const text = point.text.trim();
  return text.includes('\n') ? `It is this:\n\n${text}` : `It is this: ${text}`;
}

function closingAfter(said: string, turn: number): string {
  const turned = CLOSINGS.map((_, index) => CLOSINGS[(turn + index) % CLOSINGS.length] ?? '');
  return turned.find((closing) => !said.endsWith(closing)) ?? '';
}

function lastOf(request: TutorRequest): string {
  return request.history.findLast((message) => message.author === 'assistant')?.content ?? '';
}

/** Starts with a different wording each time, and never repeats the one that ended the previous message. */
function questionWithoutLeak(request: TutorRequest, probe: Probe, said: string): string {
  const known = stemsIn([
    request.title,
    probe.point.context,
    ...request.recalledBefore.map((point) => point.text),
    ...request.recalledNow.map((point) => point.text),
    ...request.history.slice(-12).map((message) => message.content),
  ]);
  const questions = questionsFor(probe, { title: request.title, known });
  const start = probe.rung === 'open' ? probe.asked + (request.history.length >> 1) : probe.asked;
  const turned = questions.map((_, index) => questions[(start + index) % questions.length] ?? '');
  const fresh = turned.filter((question) => !said.endsWith(question));
  return firstWithoutLeak([...fresh, ...turned, ...openQuestions('', request.title), ...LAST_RESORTS], probe.point);
}

function firstWithoutLeak(candidates: readonly string[], point: Point): string {
  return candidates.find((candidate) => !saysAllOf(candidate, point.text)) ?? '…?';
}

function paragraphs(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}
