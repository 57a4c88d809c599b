import type { InnerProviderProps } from '#session/web/inner/inner-mode.ts';
import { SessionExtensionContext } from '#session/web/inner/session-extension.ts';

import { useRabbitholeParts } from './use-rabbithole-parts.tsx';

/** Provides the rabbit hole parts of a host's screen. */
export function RabbitholeProvider({ host, children }: InnerProviderProps) {
  return <SessionExtensionContext value={useRabbitholeParts(host)}>{children}</SessionExtensionContext>;
}
