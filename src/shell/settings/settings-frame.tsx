import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { PageHeading } from '#elements/web/page/page-heading.tsx';
import { Page } from '#elements/web/page/page.tsx';

import { settingsPages } from './settings-pages.ts';

/** Otherwise the first page, whose address the others' begin with, would stay marked. */
const EXACT = { exact: true };

/** What stands around every page of the settings: the heading, and the way to the others. */
export function SettingsFrame({ children }: { readonly children: ReactNode }) {
  const { pathname } = useLocation();
  const current = settingsPages.find(({ to }) => to === pathname) ?? settingsPages[0];
  return (
    <Page width="reading">
      <PageHeading title={current === settingsPages[0] ? 'Settings' : `${current.label} · Settings`}>
        Settings
      </PageHeading>
      <nav aria-label="Settings" className="mt-3 flex flex-wrap gap-x-5 border-b border-line">
        {settingsPages.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            activeOptions={EXACT}
            aria-current={to === current.to ? 'page' : undefined}
            className="-mb-px flex min-h-[38px] items-center border-b-2 border-transparent text-sm text-ink-soft transition-colors duration-(--fast) hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-[550] aria-[current=page]:text-ink"
          >
            {label}
          </Link>
        ))}
      </nav>
      {children}
    </Page>
  );
}
