import type { InnerMode } from '#session/web/inner/inner-mode.ts';
import type { WebMode } from '#session/web/mode-screen.ts';

import { foldRabbithole } from '../domain/rabbithole-fold.ts';

/** Rabbit holes add nothing to the page themselves: they are shown in their hosts. */
export const rabbitholeOnPage: WebMode = { domain: { fold: foldRabbithole } };

export const rabbitholeInHost: InnerMode = {
  loadProvider: async () => (await import('./rabbithole-provider.tsx')).RabbitholeProvider,
  loadSubjectLink: async () => (await import('./history/tangents-link.tsx')).TangentsLink,
  loadSubjectPage: async () => (await import('./history/tangents-page.tsx')).TangentsPage,
};
