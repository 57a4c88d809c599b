import { loadOnce } from '#elements/web/page/load-once.tsx';
import type { WebContribution } from '#session/web/contribution/contribution.ts';

export const notificationsOnPage: WebContribution = {
  everywhere: loadOnce(async () => (await import('./notified-page.tsx')).NotifiedPage),
  settings: [
    {
      to: '/settings/notifications',
      label: 'Notifications',
      page: loadOnce(async () => (await import('./notifications-page.tsx')).NotificationsPage),
    },
  ],
};
