import { cut, oneLine, piecesOf, tellingStems } from '#text/domain/key-terms.ts';

import type { Probe } from '../tutor-request.ts';
import { gapLine } from './cue.ts';
import type { Guidance } from './guidance.ts';
import { fill, type Words } from './words/words.ts';

const MAX_NAME_LENGTH = 90;
/** A point of fewer telling words is said in a few words. */
const MIN_LONG_STEMS = 3;

export interface Setting {
  readonly title: string;
  readonly words: Words;
  readonly guidance: Guidance;
  /** The kind of part that the last message lacks of the point; may be empty. */
  readonly missing: string;
}

function withoutFinalMarks(text: string): string {
  let end = text.length;
  while (end > 0 && '.:;, '.includes(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end);
}

/** A title or heading for use inside a sentence; may be empty. */
export function named(text: string, { quotes: [open, close] }: Pick<Words, 'quotes'>): string {
  const name = cut(withoutFinalMarks(oneLine(text)), MAX_NAME_LENGTH);
  return name === '' ? '' : `${open}${name}${close}`;
}

/** A question as a phrase with slots, by which it is found again, and what they are filled with. */
export interface Question {
  readonly phrase: string;
  readonly parts: readonly string[];
}

export function asked({ phrase, parts }: Question): string {
  return fill(phrase, ...parts);
}

/** The wordings of a question, those that fit best first in groups. Each contains exactly one question mark. */
export function questionsFor(probe: Probe, setting: Setting): readonly (readonly Question[])[] {
  const open = openQuestions(probe.point.context, setting);
  switch (probe.rung) {
    case 'open':
      return [...followUps(setting), open];
    case 'narrower':
      return [...(probe.asked > 0 ? followUps(setting) : []), ...narrowerQuestions(probe, setting), open];
    case 'cloze':
    case 'first-letters':
      return [gapQuestions(probe, setting)];
  }
}

function phrased(phrases: readonly string[], ...parts: readonly string[]): readonly Question[] {
  return phrases.map((phrase) => ({ phrase, parts }));
}

export function openQuestions(
  context: string,
  { title, words }: Pick<Setting, 'title' | 'words'>,
): readonly Question[] {
  const heading = named(context, words);
  return heading === ''
    ? phrased(words.openTitle, named(title, words) || words.thisSet)
    : phrased(words.openHeading, heading);
}

/** After a near-miss: asks for the kind of part that is missing, never with a word of it. */
function followUps({ guidance, words, missing }: Setting): readonly (readonly Question[])[] {
  const { kind } = guidance.heard;
  if (kind === 'wrong') return [phrased(words.instead)];
  if (kind !== 'part' && kind !== 'unsure') return [];
  const asking = Object.hasOwn(words.missing, missing) ? words.missing[missing] : words.missing[''];
  return [phrased(asking ?? [])];
}

function narrowerQuestions(probe: Probe, { guidance, words }: Setting): readonly (readonly Question[])[] {
  const { lead, neighbour } = guidance;
  const pieces = piecesOf(probe.point.text);
  const hasNumber = pieces.some((piece) => /^\p{N}/u.test(piece.text));
  const isShort = tellingStems(pieces).length < MIN_LONG_STEMS;
  const withoutLead = hasNumber ? words.withoutLeadNumber : isShort ? words.shortPoint : words.withoutLead;
  const ofLead = lead === '' ? phrased(withoutLead) : phrased(words.narrower, lead, hasNumber ? words.withNumber : '');
  if (!neighbour) return [ofLead];
  const phrases = neighbour.isBefore ? words.neighbourBefore : words.neighbourAfter;
  const beside = phrased(phrases, neighbour.lead);
  return probe.asked === 0 ? [beside, ofLead] : [ofLead, beside];
}

function gapQuestions(probe: Probe, { title, words }: Setting): readonly Question[] {
  const [open, close] = words.quotes;
  const line = `${open}${gapLine({ title, probe }) ?? ''}${close}`;
  return phrased(
    (probe.rung === 'cloze' ? words.cloze : words.firstLetters).map((lead) => `${lead}\n\n{}`),
    line,
  );
}
