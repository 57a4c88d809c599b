import { useQuery } from '@tanstack/react-query';

import { sourceHighlightsQuery } from '../../highlights/web/queries.ts';
import { sourceQuery } from '../../sources/web/queries.ts';

/**
 * Reads a source together with its highlights: marks that arrive later would render the text again, and a selection in
 * it would be lost. If the highlights cannot be read, the source is shown without them.
 */
export function useOpenSource(sourceId: string) {
  const { isPending } = useQuery(sourceHighlightsQuery(sourceId));
  const { data, error, refetch } = useQuery(sourceQuery(sourceId));
  return { data: isPending && !error ? undefined : data, error, refetch };
}
