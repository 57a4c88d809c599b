import type { SessionState } from '#session/protocol.ts';

import { type RecallState, type ReplyPlan } from '../../asking/domain/recall-state.ts';

const LEADS = [
  'I think you have it, but you can tell better than I can. The point is:',
  'That may well be it, and you know best what you meant. Here is the point:',
  'You seem to have it, though I cannot be certain. This is the point:',
  'I would say you have it, but the judgement is yours. The point reads:',
];
/** For a point that was not asked for. */
const ASIDES = [
  'That sounds like another of these points, but you can tell better than I can. It is this one:',
  'You may have said another point with that. I mean this one:',
];
const QUESTIONS = [
  'Is that what you meant?',
  'Is that what you had in mind?',
  'Did you mean that?',
  'Is that what you were saying?',
];
/** A longer quote is cut. */
const MAX_QUOTE_LENGTH = 160;

/**
 * The words of a self-check. Code composes them whatever the tutor is, because they quote a point that the tutor must not
 * know. Null if the reply under way is none.
 */
export function selfCheckWords(session: SessionState, { hidden }: RecallState): string | null {
  const plan = hidden?.lastPlan;
  const check = plan?.selfCheck;
  const point = hidden?.points.find(({ id }) => id === check?.pointId);
  if (!hidden || !plan || !check || !point) return null;
  const turn = hidden.selfCheckedIds.length + session.startedAt;
  const leads = isAskedFor(plan, hidden.lastReading?.askedFor) ? LEADS : ASIDES;
  const said = session.messages.find(({ id }) => id === check.messageId)?.content ?? '';
  // What they said last stands right above.
  const quote = plan.replyTo === check.messageId ? '' : `You said “${shortened(check.quote || said)}”. `;
  return [`${quote}${pick(leads, turn)}`, blockQuote(point.text), pick(QUESTIONS, turn)].join('\n\n');
}

function isAskedFor({ selfCheck }: ReplyPlan, askedFor: string | null | undefined): boolean {
  return selfCheck?.pointId === askedFor;
}

function pick(phrases: readonly string[], turn: number): string {
  return phrases[turn % phrases.length] ?? '';
}

function shortened(quote: string): string {
  const line = quote.replace(/\s+/gu, ' ').trim();
  return line.length <= MAX_QUOTE_LENGTH ? line : `${line.slice(0, MAX_QUOTE_LENGTH).trimEnd()}…`;
}

function blockQuote(text: string): string {
  return text
    .trim()
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}
