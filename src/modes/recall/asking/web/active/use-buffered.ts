import { useEffect, useState } from 'react';

interface Inside {
  readonly isInside: boolean;
  /** By how much the count rose during the stay that ended last. */
  readonly gained: number;
  /** The light changes back first. */
  readonly afterMs: number;
}

/** A count that stands still while somebody is inside something else, and goes on a moment after they are back. */
export function useBuffered(count: number, { isInside, gained, afterMs }: Inside): number {
  const [shown, setShown] = useState(count);
  const [wasInside, setWasInside] = useState(isInside);
  // Of a page that was loaded inside, what it was before is known once the stay is over.
  const [isKnown, setKnown] = useState(!isInside);
  if (isInside && !wasInside) setWasInside(true);
  if (!isInside && wasInside && !isKnown) {
    setKnown(true);
    setShown(Math.max(0, count - gained));
  }
  if (!isInside && !wasInside && shown !== count) setShown(count);
  useEffect(() => {
    if (isInside || !wasInside) return undefined;
    const timer = setTimeout(() => {
      setShown(count);
      setWasInside(false);
    }, afterMs);
    return () => clearTimeout(timer);
  }, [isInside, wasInside, count, afterMs]);
  return shown;
}
