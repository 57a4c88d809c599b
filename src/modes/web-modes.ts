import { loadOnce } from '#elements/web/page/load-once.tsx';
import { foldRecall } from '#modes/recall/domain/recall-fold.ts';
import type { ModeId } from '#session/protocol.ts';
import type { WebMode } from '#session/web/mode-screen.ts';

/** Every mode's half of the page: of its domain the fold alone, since the server decides. Screens are fetched with the first session that needs them. */
export const webModes = {
  recall: {
    domain: { fold: foldRecall },
    screen: loadOnce(async () => (await import('#modes/recall/web/session/session-screen.tsx')).SessionScreen),
  },
} satisfies Record<ModeId, WebMode>;
