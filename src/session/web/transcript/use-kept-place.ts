import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { CacheSnapshot, VirtualizerHandle } from 'virtua';

import type { Row } from './rows/rows.ts';

/** Where somebody was in a transcript. */
export interface KeptPlace {
  readonly scrollTop: number;
  /** How high the rows were: without that nothing could be laid out above the place. */
  readonly cache: CacheSnapshot;
  readonly firstRow: string | undefined;
}

export interface PlaceKeeping {
  /** Where the reader was when it was left; null stands for its end. */
  readonly place?: KeptPlace | null;
  /** Called as it goes, with where the reader is. The same function each time. */
  readonly onGone?: (place: KeptPlace | null) => void;
}

/** A transcript that went and comes again begins where it was: as it was first rendered, unless other rows lie before. */
export function usePlaceToBegin(place: KeptPlace | null | undefined, rows: readonly Row[]): KeptPlace | null {
  return useState(() => (place && place.firstRow === rows[0]?.id ? place : null))[0];
}

interface Parts {
  readonly rows: readonly Row[];
  readonly virtualizer: RefObject<VirtualizerHandle | null>;
  readonly scroller: RefObject<HTMLElement | null>;
}

/** Nearer to the end than this counts as being there. */
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
