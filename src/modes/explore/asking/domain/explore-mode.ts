import { refuse } from '#kernel/refusal.ts';
import { resumed, sessionOver } from '#session/domain/deciding/decision-context.ts';
import type { EventBody } from '#session/domain/event.ts';
import type { Decision, ModeContext, ModeDomain } from '#session/domain/mode.ts';
import { TRUNK } from '#session/domain/thread.ts';
import type { SessionCommand, SessionState } from '#session/protocol.ts';

import { MAX_PINS, type RetrievedSource, type SourceChoice, type UnchangedSource } from '../../protocol.ts';
import { foldExplore } from './explore-fold.ts';
import type { ExploreState, ExploreTypes, Preparation } from './explore-state.ts';

/** Explore on the spine: the context is chosen before each reply, and stored with it. */
export const exploreMode: ModeDomain<ExploreTypes> = {
  fold: foldExplore,
  allows: ['editing'],
  decide(context, command) {
    switch (command.type) {
      case 'set_sources':
        return setSources(context, command);
      case 'set_voice':
        if (context.session.status === 'complete') return sessionOver();
        return decided(context.session, [{ type: 'voice_set', voice: command.voice }]);
      default:
        return undefined;
    }
  },
  prepared({ session, state, newId }, _messageId, found) {
    // After an edit of the first message no turn precedes this one, whatever the earlier version had in context.
    const hasTurnBefore = session.messages.some(({ author, thread }) => author === 'assistant' && thread === TRUNK);
    return [contextEvent(state, newId, { found, hasTurnBefore })];
  },
  // A retry retrieves the context again: the library, the pins or the bucket may have changed.
  isPrepared: () => false,
  reported({ session, state }, { title }) {
    const isKept = state.isTitled || session.status === 'complete';
    return { ok: true, events: isKept ? [] : [{ type: 'title_changed', title }] };
  },
};

function setSources(
  { session, state }: ModeContext<ExploreState>,
  command: Extract<SessionCommand, { type: 'set_sources' }>,
): Decision {
  if (session.status === 'complete') return sessionOver();
  const choice: SourceChoice = {
    bucketId: command.bucketId === undefined ? state.bucketId : command.bucketId,
    includeAllBuckets: command.includeAllBuckets ?? state.includeAllBuckets,
    manualSourceIds: unique(command.manualSourceIds ?? state.manualSourceIds),
    excludedSourceIds: unique(command.excludedSourceIds ?? state.excludedSourceIds),
  };
  const { length } = choice.manualSourceIds;
  if (length > MAX_PINS) return tooManyPins(length);
  return decided(session, [{ type: 'sources_set', ...choice }]);
}

/** Also used when a session begins with too many pins. */
export function tooManyPins(count: number) {
  const words = `At most ${MAX_PINS} sources can be pinned; these are ${count.toLocaleString('en')}. Pin fewer, or put them into a bucket.`;
  return refuse('too-many-pins', words);
}

const unique = (ids: readonly string[]): string[] => [...new Set(ids)];

function decided(session: SessionState, events: readonly EventBody[]): Decision {
  return { ok: true, events: [...resumed(session), ...events] };
}

/** The event that stores the context of the reply with this id and compares it with the turn before. */
function contextEvent(
  state: ExploreState,
  messageId: string,
  { found, hasTurnBefore }: { readonly found: Preparation; readonly hasTurnBefore: boolean },
): EventBody {
  const { sources, ...facts } = found;
  const before = state.context?.sources ?? [];
  const known = new Map(before.map((source) => [source.id, source]));
  const wasIn = idsInContext(before);
  const isIn = idsInContext(sources);
  return {
    type: 'sources_in_context',
    messageId,
    ...facts,
    added: hasTurnBefore ? [...isIn].filter((id) => !wasIn.has(id)) : [],
    gone: (hasTurnBefore ? before : [])
      .filter(({ id }) => wasIn.has(id) && !isIn.has(id))
      .map(({ id, title }) => ({ id, title })),
    sources: sources.map((source): RetrievedSource | UnchangedSource => {
      const same = known.get(source.id);
      const unchangedSince = Object.hasOwn(state.entrySeqs, source.id) ? state.entrySeqs[source.id] : undefined;
      if (!same || unchangedSince === undefined || !isSame(same, source)) return source;
      return { id: source.id, retrievalMethod: source.retrievalMethod, unchangedSince };
    }),
  };
}

function idsInContext(sources: readonly RetrievedSource[]): ReadonlySet<string> {
  return new Set(sources.filter(({ included }) => included).map(({ id }) => id));
}

/** Entries are plain data that one function builds with the same order of keys, so their JSON can be compared. */
function isSame(one: RetrievedSource, other: RetrievedSource): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
