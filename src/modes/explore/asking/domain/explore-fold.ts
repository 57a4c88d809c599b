import type { SessionEvent } from '#session/domain/event.ts';

import type { RetrievedSource, SourceChoice, TurnContext } from '../../protocol.ts';
import type { ExploreState } from './explore-state.ts';

type Event<Type extends SessionEvent['type']> = Extract<SessionEvent, { type: Type }>;

export function foldExplore(state: ExploreState | undefined, event: SessionEvent): ExploreState | undefined {
  if (event.type === 'session_started') return 'includeAllBuckets' in event ? begin(event) : undefined;
  if (!state) return state;
  switch (event.type) {
    case 'sources_set':
      return { ...state, ...choiceOf(event) };
    case 'voice_set':
      return { ...state, voice: event.voice };
    case 'title_changed':
      return { ...state, isTitled: true };
    case 'sources_in_context':
      return withContext(state, event);
    default:
      return state;
  }
}

function begin(event: Extract<Event<'session_started'>, { includeAllBuckets: boolean }>): ExploreState {
  return { ...choiceOf(event), voice: event.voice, context: null, isTitled: false, entrySeqs: {} };
}

function choiceOf({ bucketId, includeAllBuckets, manualSourceIds, excludedSourceIds }: SourceChoice): SourceChoice {
  return { bucketId, includeAllBuckets, manualSourceIds, excludedSourceIds };
}

function withContext(state: ExploreState, event: Event<'sources_in_context'>): ExploreState {
  const { sources, seq } = event;
  const before = new Map(state.context?.sources.map((source) => [source.id, source]));
  const entrySeqs: Record<string, number> = {};
  const whole = sources.flatMap((source): readonly RetrievedSource[] => {
    if (!('unchangedSince' in source)) {
      entrySeqs[source.id] = seq;
      return [source];
    }
    const same = before.get(source.id);
    entrySeqs[source.id] = source.unchangedSince;
    return same ? [same] : [];
  });
  return { ...state, context: contextOf(event, whole), entrySeqs };
}

/** The context that an event records, with the complete entries of `sources`. */
export function contextOf(event: Event<'sources_in_context'>, sources: RetrievedSource[]): TurnContext {
  const { messageId, added, gone, window, begins, notes, voice, meaning } = event;
  return { messageId, added, gone, window, ...(begins !== undefined && { begins }), notes, voice, meaning, sources };
}
