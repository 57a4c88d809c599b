import { createContext, useContext } from 'react';

import { assert } from '#kernel/assert.ts';

import type { InnerParts } from './inner-mode.ts';

export const InnerPartsContext = createContext<InnerParts | null>(null);

/** What the inner mode shows on this screen. */
export function useInnerParts(): InnerParts {
  const parts = useContext(InnerPartsContext);
  assert(parts, 'the screen of a session is inside InnerSession');
  return parts;
}
