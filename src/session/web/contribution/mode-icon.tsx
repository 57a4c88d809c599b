import { Icon } from '#elements/web/icon.tsx';

import type { SessionSummary } from '../../protocol.ts';
import { usePageComposition } from './page-composition.ts';

interface ModeIconProps {
  readonly mode: string;
  /** The sessions listed together. */
  readonly among: readonly SessionSummary[];
}

/** The icon of a session's mode. A list in which all sessions have the same mode shows none. */
export function ModeIcon({ mode, among }: ModeIconProps) {
  const place = usePageComposition().modes[mode]?.place;
  const isMixed = among.some((other) => other.mode !== mode);
  return place && isMixed ? <Icon of={place.icon} /> : null;
}
