import { type Refusal, refuse } from '#kernel/refusal.ts';
import { inConversationOrder } from '#session/domain/conversation-order.ts';
import { resumed, sessionOver } from '#session/domain/deciding/decision-context.ts';
import type { EventBody } from '#session/domain/event.ts';
import type { Decision, ModeContext } from '#session/domain/mode.ts';
import { TRUNK } from '#session/domain/thread.ts';
import type { Message, SessionCommand, SessionState } from '#session/protocol.ts';

import type { HostRules, RabbitholeView } from '../protocol.ts';
import { quotedTopic } from './quoted-topic.ts';
import { type CutHidden, goneOn, holdsFinding, type RabbitholeState } from './rabbithole-state.ts';

type Cut = Extract<SessionCommand, { type: 'cut_tangent' }>;

/** The messages to be cut from the trunk, and the message before them. */
interface Stretch {
  readonly moved: readonly [Message, ...Message[]];
  readonly before: Message | undefined;
}

/**
 * Cuts messages from the trunk: they become a rabbit hole that was returned from. `topic` has been validated.
 * Questions, answers and credits in them still count; only later requests omit them.
 */
export function cutTangent(
  { session, state, newId }: ModeContext<RabbitholeState>,
  { from, to, topic }: Pick<Cut, 'from' | 'to' | 'topic'>,
  rules: HostRules,
): Decision {
  const refused = whyNotNow(session, state);
  if (refused) return refused;
  const stretch = stretchOf(session, { from, to });
  if (!stretch) return refuse('too-far-back', notHeld(session, [from, to], state));
  if (stretch === 'opening')
    return refuse('is-opening', 'The session begins with this message, so it stays. Begin with a message of your own.');
  const { moved, before } = stretch;
  const fromSeq = Math.min(...moved.map(({ seq }) => seq));
  const lastSeq = Math.max(...moved.map(({ seq }) => seq));
  const within = state.holes
    .flatMap(({ topic: name, visits, cut }) =>
      visits.map((visit, place) => ({ ...visit, name, isCut: cut !== undefined && place === 0 })),
    )
    .find(({ branch, enteredSeq }) => branch === undefined && enteredSeq > fromSeq && enteredSeq <= lastSeq);
  if (within)
    return refuse(
      'holds-rabbithole',
      `${quotedTopic(within.name)} was ${within.isCut ? 'taken out' : 'opened'} between these messages. Choose messages that end before it, or begin after it.`,
    );
  const host = rules.cut(session, moved);
  if (host.whyNot !== null) return refuse('not-cuttable', host.whyNot);
  const id = `hole-${newId}`;
  const hidden: CutHidden = { triggerMessageId: before?.id ?? '' };
  return {
    ok: true,
    events: [
      ...resumed(session),
      {
        type: 'tangent_cut',
        rabbitholeEventId: id,
        topic,
        fromSeq,
        said: moved.filter(({ author }) => author === 'person').length,
        pointsRecalled: host.pointsRecalled,
        hasFindings: moved.some((message) => message.author === 'assistant' && holdsFinding(message)),
        ...spentIn(moved),
        hidden,
      },
      movedTo(id, { thread: TRUNK, fromSeq, moved: moved.map((message) => message.id) }),
    ],
  };
}

/** Puts the messages of a cut hole back on the trunk. Changes nothing if they are there already. */
export function restoreTangent(
  { session, state }: Pick<ModeContext<RabbitholeState>, 'session' | 'state'>,
  holeId: string,
): Decision {
  const hole = state.holes.find(({ id }) => id === holeId);
  if (!hole) return { ok: true, events: [] };
  const refused = whyNotNow(session, state);
  if (refused) return refused;
  if (!hole.cut || hole.visits.length > 1)
    return refuse(
      'went-on',
      `You went on in ${quotedTopic(hole.topic)} since. It remains a rabbit hole, and its messages are kept.`,
    );
  // The messages before them are on another branch now: on the trunk they would precede messages that never followed
  // them.
  if (hole.visits.some(({ branch }) => branch !== undefined))
    return refuse(
      'earlier-version',
      `${quotedTopic(hole.topic)} belongs to an earlier version of this conversation, since a message before it was edited. It remains a rabbit hole there, and its messages are kept.`,
    );
  const { moved, fromSeq } = hole.cut;
  return {
    ok: true,
    events: [
      ...resumed(session),
      { type: 'tangent_restored', rabbitholeEventId: holeId },
      movedTo(TRUNK, { thread: holeId, fromSeq, moved }),
    ],
  };
}

function movedTo(
  branch: string,
  { thread, fromSeq, moved }: { thread: string; fromSeq: number; moved: readonly string[] },
): EventBody {
  return {
    type: 'conversation_branched',
    messageId: moved[0] ?? '',
    thread,
    branch,
    fromSeq,
    moved: [...moved],
  };
}

function whyNotNow(session: SessionState, { openId }: RabbitholeView): Refusal | null {
  if (session.status === 'complete') return sessionOver();
  if (openId !== null) return refuse('rabbithole-open', 'A rabbit hole is open. Return to the session first.');
  if (session.turn || session.waiting.length > 0 || session.ending)
    return refuse('reply-under-way', 'A reply is under way. Wait until it is complete, or stop it first.');
  return null;
}

/**
 * The complete exchanges from one message to another, in conversation order: a reply includes its question, and a
 * question includes everything up to the next one.
 */
function stretchOf(
  { messages }: Pick<SessionState, 'messages'>,
  { from, to }: { readonly from: string; readonly to: string },
): Stretch | 'opening' | null {
  const ordered = inConversationOrder(messages.filter(({ thread }) => thread === TRUNK));
  const places = [from, to].map((id) => ordered.findIndex((message) => message.id === id));
  if (places.includes(-1)) return null;
  const isOwn = ({ author }: Message) => author === 'person';
  const first = ordered.slice(0, Math.min(...places) + 1).findLastIndex(isOwn);
  // The question of a reply may no longer be among the messages in memory.
  if (first === -1) return ordered[0]?.seq === 1 ? 'opening' : null;
  const next = ordered.findIndex((message, place) => place > Math.max(...places) && isOwn(message));
  const [begins, ...rest] = ordered.slice(first, next === -1 ? undefined : next);
  return begins ? { moved: [begins, ...rest], before: ordered[first - 1] } : null;
}

function notHeld({ messages }: SessionState, ids: readonly string[], { holes }: RabbitholeView): string {
  const thread = messages.find(({ id, thread: on }) => ids.includes(id) && on !== TRUNK)?.thread;
  const topic = holes.find(({ id }) => id === thread)?.topic;
  if (topic !== undefined) return `Some of these messages are in the rabbit hole ${quotedTopic(topic)} already.`;
  if (thread !== undefined) return 'Some of these messages belong to an earlier version. Choose others.';
  return 'These messages are too far back: models have long left them out. Choose later ones.';
}

/** When the messages were sent, and the pauses between them. */
function spentIn(moved: readonly Message[]) {
  const times = moved.map(({ at }) => at).toSorted((one, other) => one - other);
  const [enteredAt = 0] = times;
  const visit = { enteredAt, activeAt: enteredAt, pausedMs: 0, pausedAt: null };
  const { activeAt, pausedMs } = times.reduce((before, at) => goneOn(before, at), visit);
  return { enteredAt, exitedAt: activeAt, pausedMs };
}
