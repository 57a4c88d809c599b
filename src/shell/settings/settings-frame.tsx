import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { PageHeading } from '#elements/web/page/page-heading.tsx';
import { Page } from '#elements/web/page/page.tsx';
import { usePageComposition } from '#session/web/contribution/page-composition.ts';

import { GENERAL, settingsPagesOf } from './settings-pages.ts';

/** Without it the first page stays marked, because the paths of the others begin with its path. */
const EXACT = { exact: true };

/**
 * Surrounds every page of the settings: the heading, and links to the other pages, which become one select on a narrow
 * page.
 */
export function SettingsFrame({ children }: { readonly children: ReactNode }) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const pages = settingsPagesOf(usePageComposition());
  const current = pages.find(({ to }) => to === pathname) ?? GENERAL;
  return (
    <Page>
      <PageHeading title={current.to === GENERAL.to ? 'Settings' : `${current.label} · Settings`}>Settings</PageHeading>
      <div className="@container mt-3 max-w-[672px]">
        <nav aria-label="Settings" className="hidden gap-x-3 border-b border-line whitespace-nowrap @min-[660px]:flex">
          {pages.map(({ to, label }) => (
            <Link
              key={to}
              to={to}
              activeOptions={EXACT}
              aria-current={to === current.to ? 'page' : undefined}
              className="-mb-px flex min-h-[38px] items-center border-b-2 border-transparent text-sm text-ink-soft transition-colors duration-(--fast) hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
            >
              {label}
            </Link>
          ))}
        </nav>
        <select
          aria-label="Page of the settings"
          value={current.to}
          onChange={({ target }) => void navigate({ to: target.value })}
          className="min-h-[38px] w-full rounded-small border border-line-strong bg-surface px-2.5 @min-[660px]:hidden"
        >
          {pages.map(({ to, label }) => (
            <option key={to} value={to}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <div className="max-w-[672px]">{children}</div>
    </Page>
  );
}
