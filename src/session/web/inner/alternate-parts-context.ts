import { createContext, useContext } from 'react';

import { assert } from '#kernel/assert.ts';

import type { AlternateParts } from './alternate-mode.ts';

export const AlternatePartsContext = createContext<AlternateParts | null>(null);

/** What the alternate mode shows on this screen. */
export function useAlternateParts(): AlternateParts {
  const parts = useContext(AlternatePartsContext);
  assert(parts, 'the screen of the host is inside the provider of its alternate mode');
  return parts;
}
