import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';

/** The library, and a source in it: `/library`, `/library/<source>#p12`. */
export const SOURCE_PATH = '/library/{-$sourceId}';

/** The parameters of the library without an open source: the router keeps what is not named. */
export const NO_SOURCE = { sourceId: undefined };

/** Opens a source, at one of its passages if given. The list beside it keeps its filter and its search. */
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
