import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { CacheSnapshot, VirtualizerHandle } from 'virtua';

import type { Row } from './rows/rows.ts';

export interface KeptPlace {
  readonly scrollTop: number;
  /** The measured heights of the rows, to lay out those above the position. */
  readonly cache: CacheSnapshot;
  readonly firstRow: string | undefined;
}

export interface PlaceKeeping {
  /** The initial position; null for the end. */
  readonly place?: KeptPlace | null;
  /** Called with the position on unmount. Pass the same function in every render. */
  readonly onGone?: (place: KeptPlace | null) => void;
}

/** The initial position. It is valid only while the first row is the same. */
export function usePlaceToBegin(place: KeptPlace | null | undefined, rows: readonly Row[]): KeptPlace | null {
  return useState(() => (place && place.firstRow === rows[0]?.id ? place : null))[0];
}

interface Parts {
  readonly rows: readonly Row[];
  readonly virtualizer: RefObject<VirtualizerHandle | null>;
  readonly scroller: RefObject<HTMLElement | null>;
}

/** A distance to the end below this counts as being there. */
const NEAR_PX = 48;

export function usePlaceKept(onGone: PlaceKeeping['onGone'], { rows, virtualizer, scroller }: Parts): void {
  const firstRow = rows[0]?.id;
  const first = useRef(firstRow);
  useLayoutEffect(() => {
    first.current = firstRow;
  }, [firstRow]);
  useLayoutEffect(() => {
    const element = scroller.current;
    const handle = virtualizer.current;
    if (!onGone || !element || !handle) return undefined;
    return () => {
      const { scrollTop, scrollHeight, clientHeight } = element;
      const isAtEnd = scrollHeight - clientHeight - scrollTop <= NEAR_PX;
      onGone(isAtEnd ? null : { scrollTop, cache: handle.cache, firstRow: first.current });
    };
  }, [onGone, scroller, virtualizer]);
}
