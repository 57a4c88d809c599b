import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';

/** Route of the library, optionally with an open source: `/library`, `/library/<source>#p12`. */
export const SOURCE_PATH = '/library/{-$sourceId}';

/** The route parameters of the library without an open source. The router keeps parameters that are not set. */
export const NO_SOURCE = { sourceId: undefined };

/** Opens a source, optionally at one of its passages. The list beside it keeps its filter and its search. */
export function useOpenSource(): (sourceId: string, passage?: number) => void {
  const navigate = useNavigate();
  return useCallback(
    (sourceId, passage) =>
      void navigate({
        to: SOURCE_PATH,
        params: { sourceId },
        search: true,
        ...(passage !== undefined && { hash: `p${passage}` }),
      }),
    [navigate],
  );
}
