import { useContext } from 'react';

import { InnerModeContext } from './inner-mode-context.ts';
import type { InnerProviderProps } from './inner-mode.ts';

/** Provides the parts of the mode that the screen hosts. */
export function InnerSession({ host, children }: InnerProviderProps) {
  const hosted = useContext(InnerModeContext);
  return <hosted.Provider host={host}>{children}</hosted.Provider>;
}
