import { useEffect, useState } from 'react';

import { useShownLight } from '#elements/web/page/page-light.ts';

interface Light {
  /** The mode whose colours are shown. */
  readonly 'data-mode': string | undefined;
  /** There while they change: whatever has a transition of its own would lag behind the rest. */
  readonly 'data-changing': true | undefined;
}

/** A little longer than `--calm`. */
const CHANGES_FOR_MS = 320;

/** What a part of the frame carries that has the light of the page. */
export function useLight(): Light {
  const mode = useShownLight();
  const [settled, setSettled] = useState(mode);
  useEffect(() => {
    if (settled === mode) return undefined;
    const timer = setTimeout(() => setSettled(mode), CHANGES_FOR_MS);
    return () => clearTimeout(timer);
  }, [settled, mode]);
  return { 'data-mode': mode, 'data-changing': settled === mode ? undefined : true };
}
