import type { EventBody } from '#session/domain/event.ts';

import type { RetrievedSource, UnchangedSource } from '../../protocol.ts';
import type { ExploreState, Preparation } from './explore-state.ts';

/** The event that stores what is in context for the reply with this id, compared with the turn before. */
export function contextEvent(
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

/** Entries are plain data, built in one place with their keys in one order. */
function isSame(one: RetrievedSource, other: RetrievedSource): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
