import { accountOnPage } from '#account/web/account-on-page.ts';
import { backupsOnPage } from '#backups/web/backups-on-page.ts';
import { languageModelOnPage } from '#language-model/web/language-model-on-page.ts';
import { libraryOnPage } from '#library/web/library-on-page.ts';
import { draftOnPage, draftsInHost } from '#modes/draft/web/draft-on-page.ts';
import { exploreOnPage } from '#modes/explore/web/explore-on-page.tsx';
import { rabbitholeInHost, rabbitholeOnPage } from '#modes/rabbit-hole/web/rabbit-hole-on-page.ts';
import { recallOnPage } from '#modes/recall/web/recall-on-page.tsx';
import { terminalOnPage } from '#modes/terminal/web/terminal-on-page.ts';
import { notificationsOnPage } from '#notifications/web/notifications-on-page.ts';
import { programsOnPage } from '#programs/web/programs-on-page.ts';
import type { ModeId } from '#session/protocol.ts';
import type { PageComposition } from '#session/web/contribution/page-composition.ts';
import type { WebMode } from '#session/web/mode-screen.ts';

const webModes = {
  recall: recallOnPage({
    inner: rabbitholeInHost,
    loadPreferences: async () => (await import('#account/web/preferences-panel.tsx')).PreferencesPanel,
  }),
  explore: exploreOnPage({ inner: rabbitholeInHost, drafts: draftsInHost }),
  terminal: terminalOnPage,
  draft: draftOnPage,
  'rabbit-hole': rabbitholeOnPage,
} satisfies Record<ModeId, WebMode>;

/** Everything the page is made of. A new mode is a line in `webModes`, another slice one in `slices`. */
export const pageComposition: PageComposition = {
  modes: webModes,
  slices: [libraryOnPage, languageModelOnPage, accountOnPage, programsOnPage, notificationsOnPage, backupsOnPage],
};
