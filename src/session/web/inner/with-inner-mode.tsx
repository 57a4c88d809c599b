import type { ComponentType, FunctionComponent } from 'react';

import type { ModeScreenProps } from '../mode-screen.ts';
import type { HostScreenProps, UseInner } from './inner-mode.ts';

/** A screen with what can be opened inside of it. */
export function withInnerMode(
  Screen: ComponentType<HostScreenProps>,
  useInner: UseInner,
): FunctionComponent<ModeScreenProps> {
  return function ScreenWithInnerMode(props: ModeScreenProps) {
    return <Screen {...props} useInner={useInner} />;
  };
}
