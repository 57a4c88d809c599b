import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

import { NO_SOURCE, SOURCE_PATH } from '../../../storage/web/use-open-source.ts';
import { addressValues, type AddressValues, type LibraryPlace, placeIn } from './library-place.ts';

interface Step {
  /** Replaces the current history entry instead of adding one. */
  readonly replace?: boolean;
  /** Closes the open source. */
  readonly closes?: boolean;
}

interface PlaceOnPage {
  readonly place: LibraryPlace;
  readonly go: (change: Partial<LibraryPlace>, step?: Step) => void;
}

export function useLibraryPlace(): PlaceOnPage {
  const navigate = useNavigate();
  const values: AddressValues = useSearch({ strict: false });
  const place = useMemo(() => placeIn(values), [values]);
  const go = useCallback<PlaceOnPage['go']>(
    (change, { replace = false, closes = false } = {}) =>
      void navigate({
        to: SOURCE_PATH,
        params: closes ? NO_SOURCE : true,
        search: (now: AddressValues) => addressValues({ ...placeIn(now), ...change }),
        hash: closes ? '' : true,
        replace,
      }),
    [navigate],
  );
  return { place, go };
}
