import { loadOnce } from '#elements/web/page/load-once.tsx';
import { foldRabbithole } from '#modes/rabbit-hole/domain/rabbithole-fold.ts';
import { foldRecall } from '#modes/recall/asking/domain/recall-fold.ts';
import type { ModeId } from '#session/protocol.ts';
import { withInnerMode } from '#session/web/inner/with-inner-mode.tsx';
import type { WebMode } from '#session/web/mode-screen.ts';

/** Every mode's half of the page: of its domain the fold alone, since the server decides. Screens are fetched with the first session that needs them. */
export const webModes = {
  recall: {
    domain: { fold: foldRecall },
    screen: loadOnce(async () => {
      const [{ SessionScreen }, { useRabbitholeParts }] = await Promise.all([
        import('#modes/recall/web/session-screen.tsx'),
        import('#modes/rabbit-hole/web/use-rabbithole-parts.tsx'),
      ]);
      return withInnerMode(SessionScreen, useRabbitholeParts);
    }),
  },
  'rabbit-hole': { domain: { fold: foldRabbithole } },
} satisfies Record<ModeId, WebMode>;
