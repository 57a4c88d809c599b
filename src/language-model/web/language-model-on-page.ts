import { loadOnce } from '#elements/web/page/load-once.tsx';
import type { WebContribution } from '#session/web/contribution/contribution.ts';

export const languageModelOnPage: WebContribution = {
  settings: [
    {
      to: '/settings/models',
      label: 'Models',
      formerly: ['/settings/spending'],
      page: loadOnce(async () => (await import('./models-page.tsx')).ModelsPage),
    },
  ],
};
