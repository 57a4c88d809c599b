import { tagged } from '#language-model/domain/tagged.ts';

import { gapLine } from '../../../asking/domain/hints.ts';
import type { Intent, Rung } from '../../../asking/domain/rung.ts';
import { wholePoint } from '../../../sets/domain/whole-point.ts';
import type { TutorRequest } from '../tutor-request.ts';

/** Instructions and findings for one reply: a block of this request only, never stored and never shown. */
export function turnBlock(request: TutorRequest): string {
  const { recalledBefore, recalledNow, feedback, tell, begun } = request;
  const lines = [
    '<turn>',
    ...recalledBefore.map((point) => tagged('recalled', wholePoint(point))),
    ...recalledNow.map((point) => tagged('recalled', wholePoint(point), { now: 'yes' })),
    tagged('evaluator-feedback', feedback),
    ...(tell ? [tagged('tell', wholePoint(tell))] : []),
    ...askFor(request),
    ...(begun ? [tagged('begun', begun.words)] : []),
    // Code's own words, which name the blocks; they contain no user text.
    `<task>${taskOf(request)}</task>`,
    '</turn>',
  ];
  return lines.join('\n');
}

function askFor(request: TutorRequest): readonly string[] {
  const { probe, missing } = request;
  if (!probe) return [];
  const { point, rung, asked } = probe;
  const line = gapLine(rung, { title: request.title, point });
  return [
    `<ask-for rung="${rung}" asked-before="${String(asked)}">`,
    ...(point.context === '' ? [] : [tagged('heading', point.context)]),
    ...(point.question === undefined ? [] : [tagged('question', point.question)]),
    tagged('point', point.text),
    ...(missing === '' ? [] : [tagged('missing', missing)]),
    ...(line === null ? [] : [tagged('line', line)]),
    '</ask-for>',
  ];
}

const HOW: Readonly<Record<Rung, string>> = {
  open: 'Ask a real question about its subject, with no word of it that has not been said.',
  narrower: 'Ask more narrowly, with one telling word of it at most.',
  cloze: 'Show the line with gaps, exactly as it is, and ask what is missing.',
  'first-letters': 'Show the line with first letters, exactly as it is, and ask how it reads in full.',
};

const ANSWERED: Readonly<Record<Intent, string>> = {
  answers: '',
  skips: 'The learner leaves the last question for later. Say nothing about it. ',
  'gives-up': 'The learner does not remember. Take it calmly. ',
  'asks-hint': 'The learner asks for a hint: the question is the hint. ',
  'asks-to-be-told': '',
};

export function taskOf(request: TutorRequest): string {
  const { begun } = request;
  const task = `${ANSWERED[request.intent]}${tellingTask(request)}${askingTask(request)}`;
  if (!begun) return task;
  const shown =
    begun.words === ''
      ? ''
      : 'The learner has read the words in <begun>. Go on right behind them, without repeating them; where their last sentence is not finished, finish it first. ';
  return begun.because === 'limit'
    ? `Your reply was cut off. ${shown}Finish it in one or two sentences. ${task}`
    : `${shown}What you wrote next gave an answer away and was not shown. Write it anew, and shorter: no statement about the topic, only the question, in words that hold no part of an answer. ${task}`;
}

function tellingTask({ tell, begun }: TutorRequest): string {
  if (!tell) return '';
  return begun?.because === 'limit' && begun.words !== ''
    ? 'What it has not said yet of the point in <tell>, say first. '
    : 'Say the point in <tell> first, in one plain sentence. ';
}

function askingTask({ probe, isNewPoint, newSubject, missing, remaining }: TutorRequest): string {
  if (!probe)
    return remaining === 0
      ? 'Everything has been recalled. Take up the last message in a sentence, and ask whether they want to add anything or finish here.'
      : 'Take up the last message in a sentence, and ask what else comes to mind.';
  const turn =
    newSubject === undefined
      ? isNewPoint
        ? 'Then go on to the point in <ask-for>, without saying that it is another one. '
        : ''
      : 'The point in <ask-for> belongs to another subject, the one in <set>: say in a few plain words that you turn to it. ';
  const part = missing === '' ? '' : ' Ask for the part in <missing>, without saying it.';
  const again = probe.asked > 0 ? ' It was asked for like this before: put it another way.' : '';
  return `${turn}${HOW[probe.rung]}${part}${again}`;
}
