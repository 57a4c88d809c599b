import { type ComponentType, createContext, useContext, useMemo } from 'react';

import { usePageLight } from '#elements/web/page/page-light.ts';

import { TRUNK } from '../../domain/thread.ts';
import type { InnerProviderProps } from './inner-mode.ts';
import { type SessionExtension, SessionExtensionContext } from './session-extension.ts';

/** The mode that can be opened inside the sessions of a screen. */
export const InnerModeContext = createContext<HostedMode>({ Provider: NothingInside });

/** Provides the parts of the mode that the screen hosts. */
export function InnerSession({ host, children }: InnerProviderProps) {
  const hosted = useContext(InnerModeContext);
  return <hosted.Provider host={host}>{children}</hosted.Provider>;
}

interface HostedMode {
  readonly Provider: ComponentType<InnerProviderProps>;
}

const NO_LINES: ReturnType<SessionExtension['linesOn']> = [];

const NONE: Omit<SessionExtension, 'view'> = {
  isInside: false,
  thread: TRUNK,
  wasMoved: false,
  linesOn: () => NO_LINES,
  gained: 0,
  read: () => undefined,
  during: () => null,
};

/** Provides the parts of a screen that hosts no mode. */
export function NothingInside({ host: { view }, children }: InnerProviderProps) {
  usePageLight(view.state.mode);
  const extension = useMemo<SessionExtension>(() => ({ ...NONE, view }), [view]);
  return <SessionExtensionContext value={extension}>{children}</SessionExtensionContext>;
}
