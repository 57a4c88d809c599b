import { loadOnce } from '#elements/web/page/load-once.tsx';
import type { WebContribution } from '#session/web/contribution/contribution.ts';

export const accountOnPage: WebContribution = {
  settings: [
    {
      to: '/settings/voices',
      label: 'Writing voice',
      page: loadOnce(async () => (await import('./voices-page.tsx')).VoicesPage),
    },
  ],
};
