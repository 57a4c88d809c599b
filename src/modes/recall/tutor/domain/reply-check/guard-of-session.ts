import { withWholeReplies } from '#session/domain/spoken.ts';
import { TRUNK } from '#session/domain/thread.ts';
import type { SessionState } from '#session/protocol.ts';

import { lastQuestion } from '../../../asking/domain/questions.ts';
import { isUntold, type RecallState, unchecked } from '../../../asking/domain/recall-state.ts';
import { titlesOf } from '../../../asking/domain/session-sets.ts';
import { givenAwayIn } from './give-away.ts';
import { createGuard, type Guard } from './guard.ts';

interface ReplyCheck {
  readonly guard: Guard;
  /** The words of the truncated reply that this one continues; can be empty. */
  readonly before: string;
  readonly tell: string | null;
}

/**
 * The open points and known words for checking a reply. `mayTell`: the reply can tell the point that is due to be told;
 * this point, and parts of others that it reveals, do not count as a give-away.
 */
export function guardOf(session: SessionState, state: RecallState, { mayTell }: { mayTell: boolean }): ReplyCheck {
  const { hidden } = state;
  const plan = lastQuestion(hidden);
  const points = hidden?.points ?? [];
  const question = points.find(({ id }) => id === plan?.probe?.pointId)?.question ?? '';
  const openIds = new Set(
    unchecked(state)
      .map((point) => point.id)
      .filter((id) => hidden && isUntold(hidden, id)),
  );
  const cut = cutReply(session, state);
  const messages = withWholeReplies(session.messages.filter(({ thread }) => thread === TRUNK));
  const replyId = plan?.replyId;
  const asked = messages.findLast(({ author, id }) => author === 'assistant' && id !== replyId && id !== cut?.id);
  const guarded = {
    points,
    openIds,
    probeId: plan?.probe?.pointId ?? null,
    title: `${titlesOf(session, state)}\n${question}`,
    asked: plan && !plan.isNewPoint ? (asked?.content ?? '') : '',
    said: messages.find(({ id }) => id === plan?.replyTo)?.content ?? '',
    // Messages sent while the reply streams can copy from it.
    saidBefore: messages
      .filter(({ author, id, seq }) => author === 'person' && id !== plan?.replyTo && seq < (plan?.askedAt ?? 0))
      .map(contentOf),
    deniedIds: deniedIn(state),
    tellId: plan?.tellId ?? null,
  };
  const tell = guarded.tellId;
  const guard = createGuard(guarded);
  const toTell = points.find(({ id }) => id === tell);
  if (!mayTell || !toTell) return { guard, before: cut?.content ?? '', tell };
  const said = new Set([toTell, ...givenAwayIn(toTell.text, '', guard)].map(({ id }) => id));
  const unsaid = new Set([...openIds].filter((id) => !said.has(id)));
  return { guard: createGuard({ ...guarded, openIds: unsaid }), before: cut?.content ?? '', tell };
}

function contentOf({ content }: { readonly content: string }): string {
  return content;
}

function deniedIn({ hidden }: RecallState): ReadonlySet<string> {
  const verdicts = hidden?.questions.flatMap(({ answered }) => answered?.verdicts ?? []) ?? [];
  return new Set(verdicts.filter(({ verdict }) => verdict === 'contradicted').map(({ id }) => id));
}

/** The truncated reply that the current one continues. */
export function cutReply(session: SessionState, { hidden }: RecallState): { id: string; content: string } | null {
  const { continues, replyId } = lastQuestion(hidden) ?? {};
  const before = session.messages.filter(({ id }) => id !== replyId);
  const cut = continues === undefined ? undefined : withWholeReplies(before).find(({ id }) => id === continues);
  return cut ? { id: cut.id, content: cut.content } : null;
}
