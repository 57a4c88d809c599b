import { useEffect, useEffectEvent, useRef, useState } from 'react';

/**
 * Keeps a changing value steady while the person reads it, until they ask for the latest value or change it themselves.
 */
export function useSteady<Value>(latest: Value | undefined, isRead: () => boolean) {
  const [shown, setShown] = useState(latest);
  const isDue = useRef(false);
  const take = useEffectEvent(() => {
    if (latest === undefined || (shown !== undefined && !isDue.current && isRead())) return;
    isDue.current = false;
    setShown(latest);
  });
  useEffect(() => take(), [latest]);
  return {
    shown,
    isBehind: latest !== undefined && shown !== undefined && latest !== shown,
    showLatest: () => setShown(latest),
    /** Shows the next value at once. */
    expectChange: () => {
      isDue.current = true;
    },
  };
}
