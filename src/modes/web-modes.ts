import { loadOnce } from '#elements/web/load-once.tsx';
import { recallMode } from '#modes/recall/domain/recall-mode.ts';
import type { ModeId } from '#session/protocol.ts';
import type { WebMode } from '#session/web/mode-screen.ts';

/** Every mode's half of the page. Screens are fetched with the first session that needs them. */
export const webModes = {
  recall: {
    domain: recallMode,
    screen: loadOnce(async () => (await import('#modes/recall/web/session/session-screen.tsx')).SessionScreen),
  },
} satisfies Record<ModeId, WebMode>;
