import { entryOf, withEntry, withoutEntry } from '#kernel/entries.ts';
import type { SessionEvent } from '#session/domain/event.ts';
import { isBranch, TRUNK } from '#session/domain/thread.ts';

import type { Hole, Visit } from '../protocol.ts';
import {
  type DetectedHidden,
  type EnteredHidden,
  goneOn,
  holdsFinding,
  paused,
  type RabbitholeHidden,
  type RabbitholeState,
} from './rabbithole-state.ts';

/** No detection in the first exchanges. */
const FIRST_EXCHANGES = 2;

/** Folds a session's rabbit holes, on the server and, without `hidden`, in the browser. */
export function foldRabbithole(state: RabbitholeState | undefined, event: SessionEvent): RabbitholeState | undefined {
  if (event.type === 'session_started') return begin(event);
  if (!state) return undefined;
  const isInside = 'thread' in event && event.thread === state.openId;
  const active = isInside ? withOpenVisit(state, (visit) => goneOn(visit, event.at)) : state;
  const shown = foldShown(active, event);
  return state.hidden ? { ...shown, hidden: foldHidden(state, state.hidden, event) } : shown;
}

function begin(event: Extract<SessionEvent, { type: 'session_started' }>): RabbitholeState {
  const shown = { prompt: null, openId: null, holes: [] };
  // Events of a server's log have a hidden part from the first one on; a page's events do not.
  if (event.hidden === undefined) return shown;
  const hidden: RabbitholeHidden = {
    said: 0,
    cooldown: 0,
    cooldownAfter: 0,
    candidate: null,
    found: [],
  };
  return { ...shown, hidden };
}

function foldShown(state: RabbitholeState, event: SessionEvent): RabbitholeState {
  switch (event.type) {
    case 'rabbithole_detected':
      return { ...state, prompt: promptOf(event) };
    case 'user_message':
      return event.thread === TRUNK ? withoutPrompt(state) : state;
    case 'conversation_branched':
      return { ...withoutPrompt(state), holes: state.holes.map((hole) => moved(hole, event)) };
    case 'tangent_cut':
      return { ...state, holes: [...state.holes, cutOut(event)] };
    case 'tangent_restored':
      return { ...state, holes: state.holes.filter(({ id }) => id !== event.rabbitholeEventId) };
    case 'rabbithole_declined':
    case 'session_complete':
      return withoutPrompt(state);
    case 'mode_entered':
      return event.mode === 'rabbit-hole' ? { ...withoutPrompt(state), ...entered(state, event) } : state;
    case 'rabbithole_entered':
      return withOpenHole(state, (hole) => ({ ...hole, topic: event.topic }));
    case 'rabbithole_exited': {
      const { seq: exitedSeq, at: exitedAt, pointsRecalledDuring: pointsRecalled } = event;
      return withOpenVisit(state, (visit) => ({ ...goneOn(visit, event.at), exitedSeq, exitedAt, pointsRecalled }));
    }
    case 'assistant_complete':
    case 'assistant_interrupted':
      return holdsFinding(event) ? withFindings(state, event.thread) : state;
    case 'session_paused':
      return withOpenVisit(state, (visit) => paused(visit, event.at));
    case 'session_resumed':
      return withOpenVisit(state, (visit) => goneOn(visit, event.at));
    case 'mode_left':
      return event.thread === state.openId ? { ...state, openId: null } : state;
    default:
      return state;
  }
}

type Moved = Extract<SessionEvent, { type: 'conversation_branched' }>;

/** Visits that began after the edited message belong to its earlier version. */
function moved(hole: Hole, { fromSeq, branch, moved: ids }: Moved): Hole {
  if (!isBranch(branch)) return hole.cut && hole.id === branch ? { ...hole, cut: { ...hole.cut, moved: ids } } : hole;
  const isMoved = (visit: Visit) => visit.branch === undefined && visit.enteredSeq > fromSeq;
  if (!hole.visits.some(isMoved)) return hole;
  return { ...hole, visits: hole.visits.map((visit) => (isMoved(visit) ? { ...visit, branch } : visit)) };
}

/** A hole as if the person had entered it with the first of these messages and left it with the last. */
function cutOut(event: Extract<SessionEvent, { type: 'tangent_cut' }>): Hole {
  const { rabbitholeEventId: id, topic, hasFindings, fromSeq, said, pointsRecalled } = event;
  const { enteredAt, exitedAt, pausedMs, seq: exitedSeq } = event;
  const visit = { enteredAt, exitedAt, activeAt: exitedAt, pausedMs, pausedAt: null, pointsRecalled };
  const visits = [{ ...visit, enteredSeq: fromSeq, exitedSeq }];
  return { id, topic, visits, hasFindings, cut: { fromSeq, moved: [], said } };
}

function promptOf({ topic, rabbitholeEventId, drawsOn }: Extract<SessionEvent, { type: 'rabbithole_detected' }>) {
  return { topic, eventId: rabbitholeEventId, ...(drawsOn && { drawsOn }) };
}

function withoutPrompt(state: RabbitholeState): RabbitholeState {
  return state.prompt === null ? state : { ...state, prompt: null };
}

function entered(
  { holes }: RabbitholeState,
  { thread, seq, at }: { thread: string; seq: number; at: number },
): Pick<RabbitholeState, 'openId' | 'holes'> {
  const visit: Visit = {
    enteredSeq: seq,
    enteredAt: at,
    exitedSeq: null,
    exitedAt: null,
    activeAt: at,
    pausedMs: 0,
    pausedAt: null,
    pointsRecalled: 0,
  };
  const known = holes.findIndex(({ id }) => id === thread);
  const before = holes[known];
  return {
    openId: thread,
    holes: before
      ? holes.with(known, { ...before, visits: [...before.visits, visit] })
      : [...holes, { id: thread, topic: '', visits: [visit], hasFindings: false }],
  };
}

function withOpenHole(state: RabbitholeState, change: (hole: Hole) => Hole): RabbitholeState {
  return { ...state, holes: state.holes.map((hole) => (hole.id === state.openId ? change(hole) : hole)) };
}

function withFindings(state: RabbitholeState, thread: string): RabbitholeState {
  if (state.holes.every(({ id, hasFindings }) => id !== thread || hasFindings)) return state;
  return { ...state, holes: state.holes.map((hole) => (hole.id === thread ? { ...hole, hasFindings: true } : hole)) };
}

/** Finished visits do not change: a hole stays open until its mode is left. */
function withOpenVisit(state: RabbitholeState, change: (visit: Visit) => Visit): RabbitholeState {
  if (state.openId === null) return state;
  return withOpenHole(state, (hole) => {
    const last = hole.visits.at(-1);
    return last && last.exitedSeq === null ? { ...hole, visits: hole.visits.with(-1, change(last)) } : hole;
  });
}

function foldHidden(state: RabbitholeState, hidden: RabbitholeHidden, event: SessionEvent): RabbitholeHidden {
  switch (event.type) {
    case 'user_message':
      return event.thread === TRUNK ? withSaid(state, hidden, event.messageId) : hidden;
    case 'rabbithole_detected': {
      const { topic, rabbitholeEventId: id } = event;
      const { cooldown: cooldownAfter } = event.hidden as DetectedHidden;
      return {
        ...hidden,
        cooldownAfter,
        candidate: null,
        found: withEntry(hidden.found, { id, topic, opening: null }),
      };
    }
    case 'rabbithole_declined':
      return { ...hidden, cooldown: hidden.cooldownAfter };
    case 'tangent_cut': {
      const { rabbitholeEventId: id, topic } = event;
      const found = withEntry(hidden.found, { id, topic, opening: null });
      return { ...hidden, found, said: hidden.said - event.said, candidate: null };
    }
    case 'tangent_restored': {
      const { rabbitholeEventId } = event;
      const cut = state.holes.find(({ id }) => id === rabbitholeEventId)?.cut;
      return { ...hidden, found: withoutEntry(hidden.found, rabbitholeEventId), said: hidden.said + (cut?.said ?? 0) };
    }
    case 'mode_entered':
      // Opening another hole counts as declining the invitation.
      return state.prompt && state.prompt.eventId !== event.thread
        ? { ...hidden, cooldown: hidden.cooldownAfter, candidate: null }
        : { ...hidden, candidate: null };
    case 'rabbithole_entered': {
      const { topic } = event;
      const { opening } = event.hidden as EnteredHidden;
      const id = state.openId ?? '';
      const known = { id, topic, opening: opening ?? entryOf(hidden.found, id)?.opening ?? null };
      return { ...hidden, found: withEntry(hidden.found, known) };
    }
    default:
      return hidden;
  }
}

/** Another message declines the invitation; it does not count towards the cooldown itself. */
function withSaid({ prompt }: RabbitholeState, hidden: RabbitholeHidden, messageId: string): RabbitholeHidden {
  const said = hidden.said + 1;
  if (prompt) return { ...hidden, said, cooldown: hidden.cooldownAfter, candidate: null };
  if (hidden.cooldown > 0) return { ...hidden, said, cooldown: hidden.cooldown - 1, candidate: null };
  return { ...hidden, said, candidate: said > FIRST_EXCHANGES ? messageId : null };
}
