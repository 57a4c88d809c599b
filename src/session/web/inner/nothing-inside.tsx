import { useMemo } from 'react';

import { usePageLight } from '#elements/web/page/page-light.ts';

import { TRUNK } from '../../domain/thread.ts';
import type { InnerProviderProps } from './inner-mode.ts';
import { type SessionExtension, SessionExtensionContext } from './session-extension.ts';

const NO_LINES: ReturnType<SessionExtension['linesOn']> = [];

/** Provides the parts of a screen that hosts no mode. */
export function NothingInside({ host: { view }, children }: InnerProviderProps) {
  usePageLight(view.state.mode);
  const extension = useMemo<SessionExtension>(() => ({ ...NONE, view }), [view]);
  return <SessionExtensionContext value={extension}>{children}</SessionExtensionContext>;
}

const NONE: Omit<SessionExtension, 'view'> = {
  isInside: false,
  thread: TRUNK,
  wasMoved: false,
  linesOn: () => NO_LINES,
  gained: 0,
  read: () => undefined,
  during: () => null,
};
