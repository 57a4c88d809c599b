import { cut, oneLine, piecesOf, tellingStems, type Piece } from '#text/domain/key-terms.ts';

import type { Probe } from '../tutor-request.ts';
import { gapLine } from './cue.ts';
import { nounsOf } from './nouns.ts';

export interface Setting {
  readonly title: string;
  /** Stems of the conversation, the title or the heading. */
  readonly known: ReadonlySet<string>;
}

const MAX_NAME_LENGTH = 90;

function withoutFinalMarks(text: string): string {
  let end = text.length;
  while (end > 0 && '.:;, '.includes(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end);
}

/** A title or heading for use inside a sentence; may be empty. */
export function named(text: string): string {
  const name = cut(withoutFinalMarks(oneLine(text)), MAX_NAME_LENGTH);
  return name === '' ? '' : `“${name}”`;
}

/** All wordings of a rung's question, plainest first. Each contains exactly one question. */
export function questionsFor(probe: Probe, setting: Setting): readonly string[] {
  switch (probe.rung) {
    case 'open':
      return openQuestions(probe.point.context, setting.title);
    case 'narrower':
      return narrowerQuestions(probe, setting);
    case 'cloze':
    case 'first-letters':
      return gapQuestions(
        gapLine({ title: setting.title, probe }) ?? '',
        probe.rung === 'cloze' ? CLOZE : FIRST_LETTERS,
      );
  }
}

export function openQuestions(context: string, title: string): readonly string[] {
  const heading = named(context);
  if (heading !== '') {
    return [
      `What do you remember under ${heading}?`,
      `There is more under ${heading}. What else comes to mind?`,
      `Go back to ${heading}. What was said there that you have not named yet?`,
      `What else belongs under ${heading}?`,
    ];
  }
  const about = named(title) || 'this set';
  return [
    `What else do you remember about ${about}?`,
    `There is more to ${about}. What comes to mind?`,
    `Which side of ${about} have you not spoken of yet?`,
    `Think of ${about} once more. What is still to be said?`,
  ];
}

const CLOZE = [
  'Which words are missing here?',
  'What belongs into the gaps?',
  'Read it with the gaps: what is left out?',
  'How does this sentence go?',
];
const FIRST_LETTERS = [
  'With the first letters: which words are they?',
  'These are the beginnings of the words: what do they stand for?',
  'Look at the first letters: how does it read in full?',
];

function gapQuestions(line: string, leads: readonly string[]): readonly string[] {
  return leads.map((lead) => `${lead}\n\n“${line}”`);
}

function narrowerQuestions(probe: Probe, setting: Setting): readonly string[] {
  const pieces = piecesOf(probe.point.text);
  const count = tellingStems(pieces).length;
  const lead = leadOf(pieces, setting.known);
  const number = pieces.some((piece) => /^\p{N}/u.test(piece.text)) ? ', with a number in it' : '';
  if (lead === '') return [...shapeQuestions(count, number), ...openQuestions(probe.point.context, setting.title)];
  return [
    `One of the points is about “${lead}”${number}. What is said about it?`,
    `Think of “${lead}”${number}. What do you remember of it?`,
    `Stay with “${lead}”${number}, for a moment. What was important there?`,
    `“${lead}” is where it begins${number}. How does it go on?`,
  ];
}

/** For a point so short that any word would be half of it: describes its length only. */
function shapeQuestions(count: number, number: string): readonly string[] {
  const size = `It comes down to ${count === 1 ? 'one word' : 'a few words'}${number}.`;
  return [`${size} Which is it?`, `${size} What could it be?`];
}

/**
 * The word that introduces the question: preferably a noun used in the conversation, else the first noun of a long
 * enough point. Empty if any word would give away too much.
 */
function leadOf(pieces: readonly Piece[], known: ReadonlySet<string>): string {
  const count = tellingStems(pieces).length;
  if (count < 2) return '';
  const nouns = nounsOf(pieces);
  const chosen = nouns.find((piece) => known.has(piece.stem)) ?? (count >= 3 ? nouns[0] : undefined);
  return chosen ? withHyphen(pieces, chosen) : '';
}

/** Extends `half` to `half-life`. */
function withHyphen(pieces: readonly Piece[], chosen: Piece): string {
  const at = pieces.indexOf(chosen);
  const isJoined = pieces[at + 1]?.text === '-' && pieces[at + 2]?.kind === 'telling';
  return isJoined && tellingStems(pieces).length > 3 ? `${chosen.text}-${pieces[at + 2]?.text ?? ''}` : chosen.text;
}
