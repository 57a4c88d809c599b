import { loadOnce } from '#elements/web/page/load-once.tsx';
import type { WebContribution } from '#session/web/contribution/contribution.ts';

/** The contribution of accounts to the page. */
export const accountOnPage: WebContribution = {
  settings: [
    {
      to: '/settings/voices',
      label: 'Voices',
      page: loadOnce(async () => (await import('./voices-page.tsx')).VoicesPage),
    },
  ],
};
