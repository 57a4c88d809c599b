import { createContext, useContext } from 'react';

import { assert } from '#kernel/assert.ts';

import type { WebMode } from '../mode-screen.ts';
import type { WebContribution } from './contribution.ts';

/** Everything that the page consists of: the modes by their ids, and the slices that are no modes. */
export interface PageComposition {
  readonly modes: Readonly<Record<string, WebMode>>;
  readonly slices: readonly WebContribution[];
}

/** Modes come first in the rail, the settings and the palette. */
export function contributionsOf({ modes, slices }: PageComposition): readonly WebContribution[] {
  return [...Object.values(modes), ...slices];
}

export const PageCompositionContext = createContext<PageComposition | null>(null);

export function usePageComposition(): PageComposition {
  const composition = useContext(PageCompositionContext);
  assert(composition, 'the page provides its composition');
  return composition;
}
