import { useMemo } from 'react';

import { usePageLight } from '#elements/web/page/page-light.ts';

import { TRUNK } from '../../domain/thread.ts';
import type { InnerParts, InnerProviderProps } from './inner-mode.ts';
import { InnerPartsContext } from './inner-parts-context.ts';

/** Provides the parts of a screen that hosts no mode. */
export function NothingInside({ host: { view }, children }: InnerProviderProps) {
  usePageLight(view.state.mode);
  const parts = useMemo<InnerParts>(() => ({ ...NONE, view }), [view]);
  return <InnerPartsContext value={parts}>{children}</InnerPartsContext>;
}

const NONE: Omit<InnerParts, 'view'> = {
  isInside: false,
  thread: TRUNK,
  wasMoved: false,
  lines: [],
  linesOn: () => [],
  end: null,
  isAsking: false,
  banner: null,
  gained: 0,
  composer: null,
  answering: null,
  tools: null,
  beside: null,
  read: () => undefined,
  during: () => null,
};
