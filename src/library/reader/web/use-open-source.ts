import { useQuery } from '@tanstack/react-query';

import { sourceHighlightsQuery } from '../../highlights/web/queries.ts';
import { sourceQuery } from '../../sources/web/queries.ts';

/**
 * A source, once its highlights are there too: marks that come later render the text anew, and what was selected in it
 * is lost. Without highlights it can still be read.
 */
export function useOpenSource(sourceId: string) {
  const { isPending } = useQuery(sourceHighlightsQuery(sourceId));
  const { data, error, refetch } = useQuery(sourceQuery(sourceId));
  return { data: isPending && !error ? undefined : data, error, refetch };
}
