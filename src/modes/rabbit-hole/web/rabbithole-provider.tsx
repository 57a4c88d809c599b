import type { InnerProviderProps } from '#session/web/inner/inner-mode.ts';
import { InnerPartsContext } from '#session/web/inner/inner-parts-context.ts';

import { useRabbitholeParts } from './use-rabbithole-parts.tsx';

/** Provides the rabbit hole parts of a host's screen. */
export function RabbitholeProvider({ host, children }: InnerProviderProps) {
  return <InnerPartsContext value={useRabbitholeParts(host)}>{children}</InnerPartsContext>;
}
