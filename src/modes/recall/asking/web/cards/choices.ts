import type { CardAnswer, CompareCard } from '../../protocol.ts';

export interface RowChoice {
  readonly isRecalled: boolean;
  readonly isEasy?: boolean;
}

/** The choices on a card, possibly not sent yet, by point; null for a row that was reopened. */
export type Choices = Readonly<Record<string, RowChoice | null>>;

type Card = Pick<CompareCard, 'rows' | 'isOpen'>;

/** The current choice of a row: made here, or decided on the server. */
export function choiceOn({ rows, isOpen }: Card, choices: Choices, pointId: string): RowChoice | null {
  const decision = rows.find((row) => row.pointId === pointId)?.decision ?? null;
  const decided = decision === null ? null : { isRecalled: decision === 'recalled' };
  const chosen = Object.hasOwn(choices, pointId) ? (choices[pointId] ?? null) : undefined;
  // A sent choice may have been taken back since.
  const stands = chosen !== undefined && (isOpen || chosen?.isRecalled === decided?.isRecalled);
  return stands ? chosen : decided;
}

/** The first row that is open; null if there is none. */
export function nextOpen(card: Card, choices: Choices): string | null {
  return card.rows.find(({ pointId }) => choiceOn(card, choices, pointId) === null)?.pointId ?? null;
}

/** The answers to send for these choices. A ticked row needs none unless it is changed. */
export function answersOn(card: Card, choices: Choices): readonly CardAnswer[] {
  return card.rows.flatMap(({ pointId, isCertain }): CardAnswer[] => {
    const choice = Object.hasOwn(choices, pointId) ? choices[pointId] : null;
    if (!choice || (isCertain && choice.isRecalled && !choice.isEasy)) return [];
    const { isRecalled, isEasy = false } = choice;
    return [{ pointId, isRecalled, ...(isEasy && { grade: 'easy' as const }) }];
  });
}

/** In ms. */
const MEANT_FOR_LAST = 800;

/**
 * Whether an Enter or a click that decides nothing follows so soon after sending a card that it was meant for that
 * card.
 */
export function isStray(choices: Choices, { sentAt, now }: { readonly sentAt: number; readonly now: number }): boolean {
  return now - sentAt < MEANT_FOR_LAST && Object.values(choices).every((choice) => choice === null);
}

/** Open rows can be decided at any time, and ticked ones changed. Other answers are taken back by Undo. */
export function isChangeable({ isOpen }: Card, { decision, isCertain }: CompareCard['rows'][number]): boolean {
  return isOpen || decision === null || (isCertain && decision === 'recalled');
}
