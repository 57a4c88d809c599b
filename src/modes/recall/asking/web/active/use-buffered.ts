import { useEffect, useState } from 'react';

interface Inside {
  readonly isInside: boolean;
  /** By how much the count rose during the last stay. */
  readonly gained: number;
  /** Delay for the colours to change back, in ms. */
  readonly afterMs: number;
}

/** A count that stays constant while an inner mode is open and updates shortly after the return. */
export function useBuffered(count: number, { isInside, gained, afterMs }: Inside): number {
  const [shown, setShown] = useState(count);
  const [wasInside, setWasInside] = useState(isInside);
  // On a page that was loaded inside a mode, the count is known only after the stay.
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
