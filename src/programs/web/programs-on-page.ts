import { loadOnce } from '#elements/web/page/load-once.tsx';
import type { WebContribution } from '#session/web/contribution/contribution.ts';

export const programsOnPage: WebContribution = {
  settings: [
    {
      to: '/settings/programs',
      label: 'Programs',
      page: loadOnce(async () => (await import('./programs-page.tsx')).ProgramsPage),
    },
  ],
};
