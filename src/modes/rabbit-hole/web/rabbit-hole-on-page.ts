import { loadOnce } from '#elements/web/page/load-once.tsx';
import type { InnerMode } from '#session/web/inner/inner-mode.ts';
import type { WebMode } from '#session/web/mode-screen.ts';

import { foldRabbithole } from '../domain/rabbithole-fold.ts';

/** Rabbit holes are shown in their hosts. */
export const rabbitholeOnPage: WebMode = {
  domain: { fold: foldRabbithole },
  messageAction: loadOnce(async () => (await import('./cutting/cut-action.tsx')).CutAction),
};

export const rabbitholeInHost: InnerMode = {
  loadProvider: async () => (await import('./rabbithole-provider.tsx')).RabbitholeProvider,
  loadSubjectLink: async () => (await import('./history/tangents-link.tsx')).TangentsLink,
  loadSubjectPage: async () => (await import('./history/tangents-page.tsx')).TangentsPage,
};
