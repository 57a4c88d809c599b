import type { ModeContext } from '#session/domain/mode.ts';
import { TRUNK } from '#session/domain/thread.ts';

import { lastQuestion } from '../../asking/domain/questions.ts';
import { openRowsOf, type RecallState, unchecked } from '../../asking/domain/recall-state.ts';
import { askedSet, titlesOf } from '../../asking/domain/session-sets.ts';
import { fill, isGermanSet, type Words, wordsIn } from './embedded/words.ts';
import { givenAwayIn } from './reply-check/give-away.ts';
import { createGuard } from './reply-check/guard.ts';

const MAX_QUESTION_LENGTH = 700;

/**
 * The recap for a person who returns: how much is recalled, and the pending question. It names no point; if the
 * question would, the recap asks without it.
 */
export function recapOf(context: Pick<ModeContext<RecallState>, 'session' | 'state'>): string {
  const { session, state } = context;
  const { title, pointIds } = askedSet(state);
  const points = state.hidden?.points.filter(({ id }) => pointIds.includes(id)) ?? [];
  const words = wordsIn({ isGerman: isGermanSet(title ?? session.title, points) }).recap;
  // The page asks whether to finish, and says why.
  if (state.overlay) return words.welcome;
  const lead = `${words.welcome} ${standing(state, words)}`;
  const open = unchecked(state);
  if (open.length === 0 || state.overlayShown) return `${lead} ${words.finish}`;
  if (state.cards.at(-1)?.isOpen) return `${lead} ${words.card[openRowsOf(state) === 1 ? 0 : 1]}`;
  const plan = lastQuestion(state.hidden);
  // A self-check that was left unanswered is not asked again.
  const left = plan?.selfCheck ? plan.replyId : null;
  const last = session.messages.findLast(
    (message) =>
      message.thread === TRUNK && message.author === 'assistant' && message.content !== '' && message.id !== left,
  );
  if (plan?.selfCheck && !plan.probe) return `${lead} ${words.ask}`;
  const question = questionIn(last?.content ?? '');
  const recap = `${lead} ${words.stopped}\n\n${question}`;
  const isUsable = question !== '' && question.length <= MAX_QUESTION_LENGTH;
  return isUsable && !givesAway(recap, context) ? recap : `${lead} ${words.ask}`;
}

function standing({ recalledIds, pointIds }: RecallState, words: Words['recap']): string {
  const [recalled, total] = [recalledIds.length, pointIds.length];
  if (recalled === total) return words.all;
  if (recalled === 0) return total === 1 ? words.noneOfOne : fill(words.none, String(total));
  return fill(recalled === 1 ? words.one : words.some, String(recalled), String(total));
}

/** The last paragraph, with the one before it if that one asks and this one completes the question. */
function questionIn(message: string): string {
  const paragraphs = message.split(/\n{2,}/u).flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
  const last = paragraphs.at(-1) ?? '';
  const before = paragraphs.at(-2);
  const asks = (text: string | undefined) => text !== undefined && /[?？؟:]["'”’»)*_]*$/u.test(text);
  return before !== undefined && !asks(last) && asks(before) ? `${before}\n\n${last}` : last;
}

function givesAway(text: string, { session, state }: Pick<ModeContext<RecallState>, 'session' | 'state'>): boolean {
  const openIds = new Set(unchecked(state).map((point) => point.id));
  const points = state.hidden?.points ?? [];
  const probeId = lastQuestion(state.hidden)?.probe?.pointId ?? null;
  const guard = createGuard({ points, openIds, probeId, title: titlesOf(session, state), asked: '', said: '' });
  return givenAwayIn(text, '', guard).length > 0;
}
