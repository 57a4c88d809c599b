import { spokenMessages } from '#session/domain/spoken.ts';
import type { SessionState } from '#session/protocol.ts';

import { lastEvaluation, lastQuestion } from '../../asking/domain/questions.ts';
import { type RecallState, type ReplyPlan } from '../../asking/domain/recall-state.ts';
import { isGermanTalk } from './embedded/guidance.ts';
import { freshest } from './embedded/phrases.ts';
import { english } from './embedded/words/english.ts';
import { german } from './embedded/words/german.ts';
import { fill } from './embedded/words/words.ts';

/** A longer quote is cut. */
const MAX_QUOTE_LENGTH = 160;

/**
 * The words of a self-check. Code composes them whatever the tutor is, because they quote a point that the tutor must
 * not know. Null if the reply under way is none.
 */
export function selfCheckWords(session: SessionState, { hidden }: RecallState): string | null {
  const plan = lastQuestion(hidden);
  const check = plan?.selfCheck;
  const point = hidden?.points.find(({ id }) => id === check?.pointId);
  if (!hidden || !plan || !check || !point) return null;
  const history = spokenMessages(session.messages);
  const isGerman = isGermanTalk({ title: session.title, points: hidden.points, history });
  const words = isGerman ? german : english;
  const { asked, aside, unmatched, question, said: saying } = words.selfCheck;
  const matched = isAskedFor(plan, lastEvaluation(hidden)?.askedFor) ? asked : aside;
  // Without a quote, nothing in the answer matches the point.
  const lead = freshest(check.quote === '' ? unmatched : matched, history);
  const said = session.messages.find(({ id }) => id === check.messageId)?.content ?? '';
  // Their last message stands right above.
  const quote = plan.replyTo === check.messageId ? '' : `${fill(saying, shortened(check.quote || said))} `;
  return [`${quote}${lead}`, blockQuote(point.text), freshest(question, history)].join('\n\n');
}

function isAskedFor({ selfCheck }: ReplyPlan, askedFor: string | null | undefined): boolean {
  return selfCheck?.pointId === askedFor;
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
