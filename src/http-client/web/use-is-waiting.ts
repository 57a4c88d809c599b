import { useSyncExternalStore } from 'react';

import { isWaiting, onWaiting } from './waiting.ts';

/** Whether a request is sent again until another server answers it. */
export function useIsWaiting(): boolean {
  return useSyncExternalStore(onWaiting, isWaiting);
}
