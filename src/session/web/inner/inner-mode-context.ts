import { type ComponentType, createContext } from 'react';

import type { InnerProviderProps } from './inner-mode.ts';
import { NothingInside } from './nothing-inside.tsx';

interface HostedMode {
  readonly Provider: ComponentType<InnerProviderProps>;
}

/** The mode that can be opened inside the sessions of a screen. */
export const InnerModeContext = createContext<HostedMode>({ Provider: NothingInside });
