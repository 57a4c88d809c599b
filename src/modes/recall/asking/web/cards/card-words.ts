import { formulasIn } from '#text/domain/formulas.ts';

import type { CardAnswer, CompareCard } from '../../protocol.ts';

const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six'];

/** The heading of a card. */
export function cardTitle({ messageId, rows }: Pick<CompareCard, 'messageId' | 'rows'>): string {
  const isOne = rows.length === 1;
  if (messageId === null) return isOne ? 'This is the point' : 'These are the points';
  if (rows.every(({ isCertain }) => isCertain)) return isOne ? 'You wrote this point' : `You wrote ${many(rows)}`;
  return isOne ? 'The point beside what you wrote' : `${upper(many(rows))} are near what you wrote`;
}

function many({ length }: CompareCard['rows']): string {
  return `${(NUMBERS[length] ?? String(length)).toLowerCase()} points`;
}

function upper(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const KEYS_OF_CARD = 'Arrows move, 1 and 2 decide.';
/** The consequence of leaving rows open. The point of a requested card is the one that was asked for. */
export function leftOpen({ messageId }: Pick<CompareCard, 'messageId'>): string {
  return messageId === null
    ? 'Left open, it counts as Again.'
    : 'Left open, a point that was asked for counts as Again. Others come back tomorrow.';
}

const MAX_NAME_LENGTH = 60;

/** The decision, for the notice that offers to undo it. */
export function answeredWords(answers: readonly CardAnswer[], rows: CompareCard['rows']): string {
  const [only] = answers;
  const had = answers.filter(({ isRecalled }) => isRecalled).length;
  if (!only || answers.length > 1) return `You had ${had} of ${answers.length}.`;
  const text =
    rows
      .find(({ pointId }) => pointId === only.pointId)
      ?.text.replace(/\s+/gu, ' ')
      .trim() ?? '';
  const end = endOfName(text);
  const name = text.length <= end ? text : `${text.slice(0, end).toWellFormed().trimEnd()}…`;
  return `${only.isRecalled ? 'You had it' : 'Not quite'}: “${name}”`;
}

/** Cuts before a formula that does not fit, or after one at the beginning. */
function endOfName(text: string): number {
  const cut = formulasIn(text).find(({ start, end }) => start < MAX_NAME_LENGTH && end > MAX_NAME_LENGTH);
  return cut?.start || Math.min(cut?.end ?? MAX_NAME_LENGTH, 4 * MAX_NAME_LENGTH);
}

/** The announcement for screen readers when a card waits for an answer. */
export function announced(card: Pick<CompareCard, 'messageId' | 'rows'>): string {
  return `${cardTitle(card)}. ${KEYS_OF_CARD} Enter goes on. ${leftOpen(card)}`;
}
