import { useSyncExternalStore } from 'react';

import { isWaiting, onWaiting } from './waiting.ts';

/** Whether any request is being repeated until another server answers it. */
export function useIsWaiting(): boolean {
  return useSyncExternalStore(onWaiting, isWaiting);
}
