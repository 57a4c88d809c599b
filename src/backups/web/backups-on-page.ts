import { loadOnce } from '#elements/web/page/load-once.tsx';
import type { WebContribution } from '#session/web/contribution/contribution.ts';

export const backupsOnPage: WebContribution = {
  settings: [
    {
      to: '/settings/backups',
      label: 'Backups',
      page: loadOnce(async () => (await import('./backups-page.tsx')).BackupsPage),
    },
  ],
};
